const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
};

/** What people read on a page, or in a part of one: its text, with one space between words. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style|head)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The rows of the first table of a page, each as the texts of its cells. */
export function rowsOf(html: string): readonly (readonly string[])[] {
  const [table = ''] = /<table.*?<\/table>/s.exec(html) ?? [];
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd]\b.*?<\/t[hd]>/gs)].map(([cell]) => textOf(cell)),
  );
}
