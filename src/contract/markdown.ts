/** A bullet list of links, as llms.txt has them. */
export function linkList(links: readonly (readonly [name: string, url: string, note: string])[]) {
  return links.map(([name, url, note]) => `- [${name}](${url}): ${note}`).join('\n');
}

/** A table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** What a reader would otherwise learn from a list that looks filtered, and is not. */
export const NO_QUERIES =
  'There are no query parameters and no pages: an address answers in full, whatever follows a question mark. Filter what was fetched.';
