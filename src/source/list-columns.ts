/** A line that starts in another column than the entries of its list, or the keys of its map. */
interface Shift {
  readonly start: number;
  readonly found: string;
  readonly move: string;
}

/** The hyphen or the key that a line starts with, or the key after its hyphen. */
interface Part {
  readonly start: number;
  readonly column: number;
  /** null for a hyphen. */
  readonly key: string | null;
}

/** The entries of a list or the keys of a map that a line could go on with. */
type Level = [Part, ...Part[]];

const LINE = /^( *)(-(?: +|(?=\r?$)))?(?:(\w[\w-]*):(?=\s|$))?[ \t]*([^#\s].*)?/gm;
const BLOCK_OF_TEXT = /(?:^|\s)[|>][-+\d]*\s*(?:#.*)?$/;

/** Room for the three lines that matter from the offset on. */
const LOOKED_AHEAD = 4096;

/**
 * The line at an offset, or the one after it, if what it starts with is in no column that it could be
 * in. The column is that of the first entry or key, unless all that follow agree on another one.
 */
export function findShift(text: string, offset: number): Shift | null {
  const lines = linesOf(text.slice(0, offset + LOOKED_AHEAD));
  const target = lines.findIndex(({ end }) => end >= offset);
  const levels: Level[] = [];
  let isOpen = true;
  for (const [index, { parts, rest }] of lines.entries()) {
    const [part, inner] = parts;
    if (part === undefined || target < 0 || index > target + 1) return null;
    const level = levels.findLast(([first]) => first.column === part.column && isLike(first, part));
    const [above] = levels.at(-1) ?? [];
    const isAtKey = part.key === null && above?.key !== null && above?.column === part.column;
    if (level !== undefined) {
      level.push(part);
      levels.length = levels.indexOf(level) + 1;
    } else if (isOpen && (above === undefined || part.column > above.column || isAtKey)) {
      levels.push([part]);
    } else if (index < target) continue;
    else return shiftOf(part, levels, lines[index + 1]?.parts[0], text);
    if (inner !== undefined) levels.push([inner]);
    isOpen = rest === '';
  }
  return null;
}

function isLike(a: Part, b: Part): boolean {
  return (a.key === null) === (b.key === null);
}

/** @param next What the line after it starts with. */
function shiftOf(part: Part, levels: readonly Level[], next: Part | undefined, text: string) {
  const distance = ([{ column }]: Level) => Math.abs(column - part.column);
  const alike = levels.filter(([first]) => isLike(first, part)).reverse();
  const [level] = alike.sort((a, b) => distance(a) - distance(b));
  // A key that is there already begins an entry whose hyphen is missing.
  if (level === undefined || level.some(({ key }) => key !== null && key === part.key)) return null;
  const [first] = level;
  const entries = levels[levels.indexOf(level) - 1] ?? [];
  const hyphen = entries.at(-1);
  const isAfterHyphen = /- +$/.test(text.slice(hyphen?.start, first.start));
  const isApart = first.column - (hyphen?.column ?? 0) > 2;
  const isMovable = isApart || (hyphen?.column !== 0 && entries.length === 1);
  const isFirst =
    level.length === 1 &&
    next?.column === part.column &&
    isLike(next, part) &&
    (!isAfterHyphen || isMovable);
  // Where only the first key is on the left edge, it probably lacks its hyphen.
  if (isFirst && first.key !== null && first.column === 0) return null;
  const [wrong, right] = isFirst ? [first, part] : [part, first];
  const line = text.slice(0, first.start).split('\n').length;
  const than = isFirst ? 'those after it are' : `the first one, on line ${line}, is`;
  const columns = Math.abs(wrong.column - right.column);
  return {
    start: wrong.start,
    found: `this ${part.key === null ? 'entry of a list' : 'key'} is in column ${wrong.column + 1}, and ${than} in column ${right.column + 1}`,
    move: `move the ${isFirst && isAfterHyphen && isApart ? 'key' : 'line'} ${columns} ${columns === 1 ? 'column' : 'columns'} to the ${wrong.column < right.column ? 'right' : 'left'}`,
  };
}

/** The lines that start with a hyphen or a key, without those in a block of text. */
function linesOf(text: string) {
  let textBelow = Number.POSITIVE_INFINITY;
  return [...text.matchAll(LINE)].flatMap(({ index, 0: line, ...groups }) => {
    const { 1: indent = '', 2: hyphen = '', 3: key, 4: rest = '' } = groups;
    if (line.trim() === '' || indent.length > textBelow) return [];
    textBelow = BLOCK_OF_TEXT.test(rest) ? indent.length : Number.POSITIVE_INFINITY;
    const partAt = (column: number, key: string | null) => ({ start: index + column, column, key });
    const parts: readonly Part[] = [
      ...(hyphen === '' ? [] : [partAt(indent.length, null)]),
      ...(key === undefined ? [] : [partAt(indent.length + hyphen.length, key)]),
    ];
    return parts.length === 0 ? [] : [{ parts, rest, end: index + line.length }];
  });
}
