/** A pattern that fits a text and nothing else. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A pattern, without anchors, that fits what a glob does: an asterisk stands for any text. */
export function globPattern(glob: string): string {
  return glob.split('*').map(literally).join('.*');
}
