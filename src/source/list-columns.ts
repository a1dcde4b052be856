/** A line that starts in another column than the entries of its list, or the keys of its map. */
export interface Shift {
  readonly start: number;
  readonly found: string;
  readonly move: string;
}

/** The hyphen or the key that a line starts with, or the key after its hyphen. */
interface Part {
  readonly start: number;
  readonly line: number;
  readonly column: number;
  /** null for a hyphen. */
  readonly key: string | null;
}

/** The entries of a list or the keys of a map that a line could go on with. */
type Level = readonly [Part, ...Part[]];

const LINE = /^( *)(-(?: +|$))?(?:(\w[\w-]*):(?=\s|$))?[ \t]*([^#\s].*)?/;
const BLOCK_OF_TEXT = /(?:^|\s)[|>][-+\d]*\s*(?:#.*)?$/;

/**
 * The line at an offset, or the one after it, if what it starts with is in no column that it could be
 * in. The column is that of the first entry or key, unless all that follow agree on another one.
 */
export function findShift(text: string, offset: number): Shift | null {
  const lines = linesOf(text);
  const target = lines.findIndex(({ end }) => end >= offset);
  let levels: Level[] = [];
  let isOpen = true;
  for (const [index, { parts, rest }] of lines.entries()) {
    const [part, inner] = parts;
    if (target < 0 || index > target + 1) return null;
    const fitting = levels.findLastIndex(([{ column, key }]) => {
      return column === part.column && (key === null) === (part.key === null);
    });
    const [above] = levels.at(-1) ?? [];
    const isAtKey = part.key === null && above?.key !== null && above?.column === part.column;
    const begins = isOpen && (above === undefined || part.column > above.column || isAtKey);
    if (fitting >= 0) {
      const level = levels[fitting] ?? [part];
      levels = [...levels.slice(0, fitting), [...level, part]];
    } else if (begins) levels.push([part]);
    else if (index >= target) return shiftOf(part, levels, lines[index + 1]?.parts[0]);
    else continue;
    if (inner !== undefined) levels.push([inner]);
    isOpen = rest === '';
  }
  return null;
}

/** @param next What the line after it starts with. */
function shiftOf(part: Part, levels: readonly Level[], next?: Part): Shift | null {
  const isLike = ({ key }: Part) => (key === null) === (part.key === null);
  const distance = ([{ column }]: Level) => Math.abs(column - part.column);
  const [level] = levels
    .filter(([first]) => isLike(first))
    .reverse()
    .sort((a, b) => distance(a) - distance(b));
  // A key that is there already begins an entry whose hyphen is missing.
  if (level === undefined || level.some(({ key }) => key !== null && key === part.key)) return null;
  const [first, ...others] = level;
  const entries = levels[levels.indexOf(level) - 1] ?? [];
  const hyphen = entries.at(-1);
  const isAfterHyphen = hyphen !== undefined && hyphen.line === first.line;
  const isApart = isAfterHyphen && first.column - hyphen.column > 2;
  const isMovable = !isAfterHyphen || isApart || (hyphen.column > 0 && entries.length === 1);
  const isFirst = isMovable && others.length === 0 && next?.column === part.column && isLike(next);
  // Where only the first key is on the left edge, it probably lacks its hyphen.
  if (isFirst && first.key !== null && first.column === 0) return null;
  const [wrong, right] = isFirst ? [first, part] : [part, first];
  const what = part.key === null ? 'entry of a list' : 'key';
  const than = isFirst ? 'those after it are' : `the first one, on line ${right.line}, is`;
  const columns = Math.abs(wrong.column - right.column);
  const side = wrong.column < right.column ? 'right' : 'left';
  return {
    start: wrong.start,
    found: `this ${what} is in column ${wrong.column + 1}, and ${than} in column ${right.column + 1}`,
    move: `move the ${isFirst && isApart ? 'key' : 'line'} ${columns} ${columns === 1 ? 'column' : 'columns'} to the ${side}`,
  };
}

/** The lines that start with a hyphen or a key, without those in a block of text. */
function linesOf(text: string) {
  const lines: { parts: readonly [Part, ...Part[]]; rest: string; end: number }[] = [];
  let [start, textBelow] = [0, Number.POSITIVE_INFINITY];
  for (const [index, content] of text.split('\n').entries()) {
    const [, indent = '', hyphen = '', key = null, rest = ''] = LINE.exec(content) ?? [];
    const place = { start: start + indent.length, line: index + 1, column: indent.length };
    const isBelow = indent.length > textBelow || content.trim() === '';
    if (!isBelow && (hyphen !== '' || key !== null)) {
      const inner = {
        ...place,
        start: place.start + hyphen.length,
        column: place.column + hyphen.length,
        key,
      };
      const outer = { ...place, key: null };
      const parts =
        hyphen === ''
          ? ([inner] as const)
          : key === null
            ? ([outer] as const)
            : ([outer, inner] as const);
      lines.push({ parts, rest, end: start + content.length });
    }
    if (!isBelow) textBelow = BLOCK_OF_TEXT.test(rest) ? indent.length : Number.POSITIVE_INFINITY;
    start += content.length + 1;
  }
  return lines;
}
