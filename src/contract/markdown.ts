/** A bullet list of links, as llms.txt has them. */
export function linkList(links: readonly (readonly [name: string, url: string, note: string])[]) {
  return links.map(([name, url, note]) => `- [${name}](${url}): ${note}`).join('\n');
}

/** A table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
