/** How wide an answer may be in the document. */
const WIDTH = 100;

/**
 * JSON for people: indented, short values on one line, and of every list the first value alone, with
 * a comment that says how much is left out.
 */
export function shortenJson(text: string): string {
  return layOut(JSON.parse(text), '', 0);
}

function layOut(value: unknown, indent: string, taken: number): string {
  const line = onOneLine(value);
  if (line !== null && indent.length + taken + line.length < WIDTH) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const shown = layOut(value[0], inner, 0);
    const rest = value.length - 1;
    const more = rest > 0 ? `,\n${inner}// … ${rest} more` : '';
    return `[\n${inner}${shown}${more}\n${indent}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => {
    const name = `${JSON.stringify(key)}: `;
    return `${inner}${name}${layOut(member, inner, name.length)}`;
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

/** Null where something has to be left out. */
function onOneLine(value: unknown): string | null {
  if (Array.isArray(value)) {
    if (value.length > 1 && value.some((entry) => typeof entry === 'object')) return null;
    const entries = value.map(onOneLine);
    return entries.includes(null) ? null : `[${entries.join(', ')}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => {
    const line = onOneLine(member);
    return line === null ? null : `${JSON.stringify(key)}: ${line}`;
  });
  if (members.includes(null)) return null;
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** The first lines of a text, and after a sign how many there are more. */
export function shortenLines(text: string, lines: number, sign = ''): string {
  const all = text.replaceAll('\r', '').replace(/\n$/, '').split('\n');
  if (all.length <= lines + 1) return all.join('\n');
  return [...all.slice(0, lines), `${sign}… ${all.length - lines} more lines`].join('\n');
}
