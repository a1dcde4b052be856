/** A text on one line, for places where a line break would end a paragraph or a cell. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Text from the data as plain text in Markdown: nothing in it is markup, and it is one line. */
export function inMarkdown(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>|#~&]/g, '\\$&');
}
