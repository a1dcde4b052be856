/** A text that somebody wrote, with a full stop at its end unless it ends like a sentence. */
export function asSentence(text: string): string {
  return /[.!?…。！？]$/u.test(text) ? text : `${text}.`;
}
