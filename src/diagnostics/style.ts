/** How parts of a report are marked on a terminal. */
export interface Style {
  readonly place: (text: string) => string;
  readonly error: (text: string) => string;
  readonly faint: (text: string) => string;
}

const asItIs = (text: string): string => text;

export const PLAIN: Style = { place: asItIs, error: asItIs, faint: asItIs };

const sgr = (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`;

/** ECMA-48 §8.3.117: bold, red, faint. */
export const COLOURFUL: Style = { place: sgr(1, 22), error: sgr(31, 39), faint: sgr(2, 22) };

export function styleFor({ isColourful }: { readonly isColourful: boolean }): Style {
  return isColourful ? COLOURFUL : PLAIN;
}
