/** A text on one line, for places where a line break would end a paragraph or a cell. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Text from the data as plain text in Markdown: nothing in it is markup, and it is one line. */
export function inMarkdown(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>|#~&]/g, '\\$&');
}

/** The same, where readers make links of addresses in plain text (GFM §6.9): no address becomes one. */
export function inMarkdownWithoutLinks(text: string): string {
  return inMarkdown(text).replace(/:(?=\/\/)|(?<=\bwww)\.|@/gi, '\\$&');
}

/**
 * The same at the start of a line, where a number could begin a list (CommonMark §5.2). No text of the
 * sources starts with a minus, a plus or an equals sign.
 */
export function inMarkdownAtLineStart(text: string): string {
  return inMarkdownWithoutLinks(text).replace(/^(\d+)([.)])/, '$1\\$2');
}

/**
 * An address as a link that shows it (CommonMark §6.5). Characters that would end the link or a cell are
 * percent-encoded, as is what would be read as a character reference.
 */
export function asAutolink(address: string): string {
  const target = address
    .replace(/[\s<>|\\`]/g, (character) => encodeURIComponent(character))
    .replace(/(&#?\w+);/g, '$1%3B');
  return `<${target}>`;
}

/** A table of cells that are Markdown already. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const LONGEST_TEXT = 120;

/** A value in code style, in which GitHub makes no links. */
export function asCode(text: string): string {
  return `<code>${withoutMarkup(text)}</code>`;
}

/**
 * Text in which GitHub finds mentions, issues, and commits of seven digits or more. GitHub looks at
 * the rendered text, so character references do not prevent this.
 */
const REFERENCES = /&#(?:35|64);|\bgh-(?=\d)|(?<!#)[\da-f]{6}(?=[\da-f])/gi;

/**
 * Text without markup and links, shortened, for comments and issues on GitHub: an invisible comment
 * divides each reference that GitHub would link.
 */
export function asPlainText(text: string): string {
  return withoutMarkup(text).replace(REFERENCES, '$&<!-- -->');
}

/**
 * Text in which every character that could be markup, or begin an address, is a character reference,
 * which is never markup (CommonMark §2.5).
 */
function withoutMarkup(text: string): string {
  // One more than the longest text, to see whether something is cut.
  const characters = [...text.slice(0, 2 * LONGEST_TEXT + 1)];
  const shown =
    characters.length > LONGEST_TEXT
      ? `${characters.slice(0, LONGEST_TEXT - 1).join('')}…`
      : characters.join('');
  return shown
    .replace(/[\r\n\t]+/g, ' ')
    .replace(
      /(?<=www)\.|[^\p{L}\p{N}\p{M} ,;().→…-]/giu,
      (character) => `&#${character.codePointAt(0)};`,
    );
}
