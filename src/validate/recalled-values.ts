/** What sources hold, kept as JSON and made into values when they are asked for. */
export interface RecalledValues {
  /** What a source holds; undefined where that is not known. */
  readonly valueOf: (name: string) => unknown;
  readonly knows: (name: string) => boolean;
  /** Whether the value of a source is held, so that to keep it takes no further memory. */
  readonly isHeld: (name: string) => boolean;
  /** Takes a value that somebody has made already, if there is room for it. */
  readonly hold: (name: string, value: unknown, bytes: number) => void;
}

/** What sources hold, as JSON in UTF-8. */
export interface RecalledTexts {
  /** Whether a text is known. */
  readonly knowsText: (name: string) => boolean;
  /** undefined where it is not */
  readonly textOf: (name: string) => Buffer | undefined;
}

/**
 * As much JSON as is held as values: what 12,000 operators with ten claims each take. As values it is
 * about three times as large. Of the rest, values are made anew each time, in a microsecond for
 * every hundred bytes.
 */
const MOST_HELD_BYTES = 40 * 1024 * 1024;

/**
 * Makes values of JSON.
 *
 * @param texts What sources hold, as JSON in UTF-8.
 * @param known What some of the texts hold, to which is added what is made and held.
 * @param most How many bytes of JSON may be held as values.
 */
export function recalledValues(
  { knowsText, textOf }: RecalledTexts,
  known: WeakMap<Buffer, unknown> = new WeakMap(),
  most = MOST_HELD_BYTES,
): RecalledValues {
  const held = new Map<string, unknown>();
  let heldBytes = 0;
  const hold = (name: string, value: unknown, bytes: number) => {
    if (heldBytes + bytes > most) return;
    held.set(name, value);
    heldBytes += bytes;
  };
  const make = (name: string, text: Buffer): unknown => {
    const value: unknown = known.get(text) ?? JSON.parse(text.toString());
    hold(name, value, text.length);
    if (held.has(name)) known.set(text, value);
    return value;
  };
  return {
    hold,
    knows: (name) => held.has(name) || knowsText(name),
    isHeld: (name) => held.has(name),
    valueOf(name) {
      const value = held.get(name);
      if (value !== undefined) return value;
      const text = textOf(name);
      return text && make(name, text);
    },
  };
}
