// YAML 1.2.2 §5.1, c-printable: everything else may not stand in a YAML text.
const UNPRINTABLE = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** The first character that YAML text may not hold: controls, lone surrogates, non-characters. */
export function findUnprintable(text: string): { offset: number; codePoint: number } | null {
  const found = UNPRINTABLE.exec(text);
  return found === null ? null : { offset: found.index, codePoint: found[0].codePointAt(0) ?? 0 };
}
