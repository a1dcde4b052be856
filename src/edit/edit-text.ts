import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  stringify,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { EnvironmentError, linesOf, type TextFile } from '../diagnostics/index.ts';
import type { PlainValue, ValuePath } from '../source/index.ts';
import {
  isCollection,
  type Style,
  writeEntry,
  writeField,
  writeFlow,
  writeFlowField,
} from './write-yaml.ts';

/** A change of one value in a YAML text. */
export type Edit =
  | {
      readonly kind: 'set';
      /** The path of a field of a map. The field may be new, the map is not. */
      readonly path: ValuePath;
      readonly value: PlainValue;
      /** A new field follows the last field of the map that is named here, or else all fields. */
      readonly after?: readonly string[] | undefined;
    }
  | {
      readonly kind: 'append';
      /** The path of a list, which may be empty. */
      readonly path: ValuePath;
      readonly entry: PlainValue;
      /** The index of the entry that the new one follows; the last one when absent. */
      readonly after?: number | undefined;
    }
  | {
      readonly kind: 'remove';
      /** The path of a field of a map. */
      readonly path: ValuePath;
    };

/**
 * Changes values in a YAML text, one edit after the other. Every character that an edit does not need to
 * touch stays: comments, order, quotes, indentation, line ends. What is new is written in the style of its
 * neighbours. A comment inside a value that is replaced or removed goes with the value.
 *
 * A path refers to the text with all earlier edits applied.
 *
 * @returns The new text.
 * @throws EnvironmentError when the text is not valid YAML, or an edit would change a value that has an
 *   anchor, an alias or a tag, or a key that is written with "?"
 */
export function editText(file: TextFile, edits: readonly Edit[]): string {
  let tree = parse(file);
  const expected = tree.document.toJS();
  let splices: Splice[] = [];
  let homes: ValuePath[] = [];
  for (const edit of edits) {
    const home = edit.kind === 'append' ? edit.path : edit.path.slice(0, -1);
    if (homes.some((other) => isWithin(home, other) || isWithin(other, home))) {
      tree = parse({ path: file.path, text: join(tree.file.text, splices) });
      [splices, homes] = [[], []];
    }
    splices.push(...spliceFor(tree, edit));
    homes.push(home);
    apply(edit, expected);
  }
  const text = join(tree.file.text, splices);
  if (!isDeepStrictEqual(parse({ path: file.path, text }).document.toJS(), expected)) {
    throw new EnvironmentError(
      `Cannot edit ${file.path}: the new text would not be read as intended. Edit the file by hand`,
    );
  }
  return text;
}

/** What replaces the characters from one offset up to another. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text with its syntax tree. */
interface Tree {
  readonly file: TextFile;
  readonly document: Document;
}

function parse(file: TextFile): Tree {
  const document = parseDocument(file.text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    prettyErrors: false,
    keepSourceTokens: true,
    logLevel: 'error',
  });
  if (document.errors.length > 0 || document.contents === null) {
    throw new EnvironmentError(`Cannot edit ${file.path}: it is not valid YAML`);
  }
  return { file, document };
}

function join(text: string, splices: readonly Splice[]): string {
  const inOrder = [...splices].sort((a, b) => a.start - b.start);
  let result = '';
  let at = 0;
  for (const { start, end, text: written } of inOrder) {
    result += text.slice(at, start) + written;
    at = end;
  }
  return result + text.slice(at);
}

function isWithin(path: ValuePath, other: ValuePath): boolean {
  return other.every((step, index) => path[index] === step);
}

/** The same edit of a value. */
function apply(edit: Edit, root: unknown): void {
  const home = edit.kind === 'append' ? edit.path : edit.path.slice(0, -1);
  let value = root as never;
  for (const step of home) value = value[step];
  const key = edit.path.at(-1) as string;
  if (edit.kind === 'set') Object.assign(value, { [key]: edit.value });
  if (edit.kind === 'remove') delete value[key];
  if (edit.kind === 'append') {
    const list: PlainValue[] = value;
    list.splice((edit.after ?? list.length) + 1, 0, edit.entry);
  }
}

function spliceFor(tree: Tree, edit: Edit): readonly Splice[] {
  if (edit.kind === 'append') return appendEntry(tree, edit.path, edit.entry, edit.after);
  const home = edit.path.slice(0, -1);
  const key = edit.path.at(-1);
  const map = find(tree, home);
  if (!isMap(map) || typeof key !== 'string') throw noSuchPlace(edit.path);
  const strange = map.items.find(({ srcToken }) => has(srcToken?.start, 'explicit-key-ind'));
  if (strange !== undefined) throw refusal(tree, strange.key, 'a key that starts with "?"');
  const index = map.items.findIndex((pair) => keyOf(pair) === key);
  const pair = map.items[index];
  if (edit.kind === 'remove') {
    if (pair === undefined) throw noSuchPlace(edit.path);
    return removeField(tree, map, index);
  }
  return pair === undefined
    ? insertField(tree, map, key, edit.value, edit.after ?? [])
    : replaceValue(tree, map, pair, key, edit.value);
}

/** The value at a path. Neither the value itself nor anything around it is shared with another place. */
function find(tree: Tree, path: ValuePath): Node {
  let node: unknown = tree.document.contents;
  checkAlone(tree, node);
  for (const step of path) {
    const pair = isMap(node) ? node.items.find((candidate) => keyOf(candidate) === step) : null;
    node = isSeq(node) && typeof step === 'number' ? node.items[step] : pair?.value;
    checkAlone(tree, node);
  }
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) throw noSuchPlace(path);
  return node;
}

function checkAlone(tree: Tree, node: unknown): void {
  if (isAlias(node)) throw refusal(tree, node, 'an alias');
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return;
  if (node.anchor !== undefined) throw refusal(tree, node, 'a value with an anchor');
  if (node.tag !== undefined) throw refusal(tree, node, 'a value with a tag');
}

/** The same for everything that a value holds. */
function checkAllAlone(tree: Tree, node: unknown): void {
  checkAlone(tree, node);
  if (isSeq(node)) for (const entry of node.items) checkAllAlone(tree, entry);
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    checkAllAlone(tree, key);
    checkAllAlone(tree, value);
  }
}

function refusal({ file }: Tree, node: unknown, what: string): EnvironmentError {
  const { line } = linesOf(file).positionAt(startOf(node));
  return new EnvironmentError(
    `Cannot edit ${file.path}: line ${line} has ${what}. Edit the file by hand`,
  );
}

function noSuchPlace(path: ValuePath): Error {
  return new Error(`No list or map to edit at ${JSON.stringify(path)}`);
}

function insertField(
  { file: { text } }: Tree,
  map: YAMLMap,
  key: string,
  value: PlainValue,
  after: readonly string[],
): readonly Splice[] {
  const named = map.items.findLastIndex((pair) => after.includes(keyOf(pair) ?? ''));
  const sibling = map.items[named] ?? map.items.at(-1);
  if (map.flow) {
    const written = writeFlowField(key, value);
    return sibling === undefined
      ? fillBrackets(text, map, `{ ${written} }`)
      : insertInBrackets(text, map, startOf(sibling.key), endOfPair(sibling), written);
  }
  const column = columnOf(text, startOf(map.items[0]?.key));
  const at = lineEnd(text, endOfPair(sibling));
  return [insertion(text, at, `\n${' '.repeat(column)}${writeField(key, value, column)}`)];
}

function replaceValue(
  tree: Tree,
  map: YAMLMap,
  pair: Pair,
  key: string,
  value: PlainValue,
): readonly Splice[] {
  const { text } = tree.file;
  const old = pair.value;
  checkAllAlone(tree, old);
  if (isDeepStrictEqual(isNode(old) ? old.toJS(tree.document) : null, value)) return [];
  const colon = colonOf(pair);
  if (map.flow) {
    const written = inQuotesOf(old, value) ?? writeFlow(value);
    if (colon === null) return [insertion(text, endOfPair(pair), `: ${written}`)];
    return isEmpty(old)
      ? [insertion(text, colon + 1, ` ${written}`)]
      : [splice(text, startOf(old), endOf(old), written)];
  }
  const column = columnOf(text, startOf(pair.key));
  const isBlock = (isMap(old) || isSeq(old)) && !old.flow;
  const field = writeField(key, value, column, isBlock ? 'block' : 'short');
  const afterColon = field.slice(writeFlow(key).length + 1);
  // Further lines follow what is behind the old value on its line, which can be a comment.
  const [first = ''] = afterColon.split('\n');
  const further = afterColon.slice(first.length);
  const afterKey = (colon ?? 0) + 1;
  if (isBlock) {
    const start = lineStart(text, startOfBlock(old));
    return [
      insertion(text, afterKey, first),
      splice(text, lineEnd(text, start - 1), lineEnd(text, endOf(old)), further),
    ];
  }
  const end = isEmpty(old) ? afterKey : endOf(old);
  const isBare = isEmpty(old) || first === '';
  return [
    isBare
      ? splice(text, afterKey, end, first)
      : splice(text, startOf(old), end, inQuotesOf(old, value) ?? first.trimStart()),
    insertion(text, lineEnd(text, end), further),
  ];
}

/** A text in the quotes of the text that it replaces; null if that had none. */
function inQuotesOf(old: unknown, value: PlainValue): string | null {
  if (typeof value !== 'string' || value.includes('\n')) return null;
  if (!isScalar(old) || (old.type !== 'QUOTE_DOUBLE' && old.type !== 'QUOTE_SINGLE')) return null;
  return stringify(Object.assign(new Scalar(value), { type: old.type }), {
    lineWidth: 0,
  }).trimEnd();
}

function removeField(tree: Tree, map: YAMLMap, index: number): readonly Splice[] {
  const { text } = tree.file;
  const pair = map.items[index];
  const next = map.items[index + 1];
  const before = map.items[index - 1];
  checkAllAlone(tree, pair?.key);
  checkAllAlone(tree, pair?.value);
  const start = startOf(pair?.key);
  const end = endOfPair(pair);
  if (map.items.length === 1) {
    return [
      map.flow ? splice(text, startOf(map), endOf(map), '{}') : splice(text, start, end, '{}'),
    ];
  }
  if (map.flow) {
    return next === undefined
      ? [splice(text, endOfPair(before), end, '')]
      : [splice(text, start, startOf(next.key), '')];
  }
  const lineBegin = lineStart(text, start);
  const lineFinish = lineEnd(text, end);
  if (text.slice(lineBegin, start).trim() === '') {
    return lineFinish === text.length
      ? [splice(text, lineEnd(text, lineBegin - 1), lineFinish, '')]
      : [splice(text, lineBegin, nextLine(text, lineFinish), '')];
  }
  // It follows the hyphen of an entry. The next field takes its place, unless comments are between them.
  const nextStart = startOf(next?.key);
  if (text.slice(end, nextStart).trim() === '') return [splice(text, start, nextStart, '')];
  const hyphen = lineBegin + text.slice(lineBegin, start).trimEnd().length;
  return [splice(text, hyphen, lineFinish, '')];
}

function appendEntry(
  tree: Tree,
  path: ValuePath,
  entry: PlainValue,
  after: number | undefined,
): readonly Splice[] {
  const { text } = tree.file;
  const list = find(tree, path);
  if (!isSeq(list)) throw noSuchPlace(path);
  if (list.items.length === 0) return fillList(tree, list, path, entry);
  const index = after ?? list.items.length - 1;
  const previous = list.items[index];
  if (previous === undefined) throw noSuchPlace([...path, index]);
  if (list.flow) {
    const written = writeFlow(entry);
    return insertInBrackets(text, list, startOf(previous), endOf(previous), written);
  }
  const hyphen = hyphensOf(list)[index] ?? 0;
  const column = columnOf(text, hyphen);
  const [withSpaces] = /^- +(?=[^ \r\n#])/.exec(text.slice(hyphen, hyphen + 80)) ?? ['- '];
  const written = writeEntry(entry, column, styleOf(previous), withSpaces);
  const at = endOfOwnComments(text, endOfEntry(list, index), column);
  const gap = isSpaced(text, list, index, written) ? '\n\n' : '\n';
  return [insertion(text, at, `${gap}${' '.repeat(column)}${written}`)];
}

/** Writes the first entry of a list. */
function fillList(
  tree: Tree,
  list: YAMLSeq,
  path: ValuePath,
  entry: PlainValue,
): readonly Splice[] {
  const { text } = tree.file;
  const home = path.length === 0 ? null : find(tree, path.slice(0, -1));
  const isInBrackets = path.some((_, length) => {
    const around = find(tree, path.slice(0, length));
    return (isMap(around) || isSeq(around)) && around.flow === true;
  });
  if (!isCollection(entry) || isInBrackets || isSeq(home)) {
    return fillBrackets(text, list, writeFlow([entry]));
  }
  const end = lineEnd(text, endOf(list));
  const pair = isMap(home) ? home.items.find(({ value }) => value === list) : undefined;
  if (pair === undefined) {
    const written = writeEntry(entry, 0, 'block');
    return text.slice(endOf(list), end).trim() === ''
      ? [splice(text, startOf(list), end, written)]
      : [splice(text, startOf(list), endOf(list), ''), insertion(text, end, `\n${written}`)];
  }
  const column = columnOf(text, startOf(pair.key)) + indentOfLists(tree);
  return [
    splice(text, (colonOf(pair) ?? 0) + 1, endOf(list), ''),
    insertion(text, end, `\n${' '.repeat(column)}${writeEntry(entry, column)}`),
  ];
}

/** How far lists are indented below their keys in a document. */
function indentOfLists({ document, file: { text } }: Tree): number {
  let indent = 2;
  visit(document, {
    Pair(_, { key, value }) {
      if (!isSeq(value) || value.flow) return undefined;
      indent = columnOf(text, startOfBlock(value)) - columnOf(text, startOf(key));
      return visit.BREAK;
    },
  });
  return indent;
}

/** Whether a blank line belongs between an entry and a new one after it. */
function isSpaced(text: string, list: YAMLSeq, index: number, written: string): boolean {
  const hyphens = hyphensOf(list);
  if (hyphens.length === 1) return written.includes('\n') && columnOf(text, hyphens[0] ?? 0) === 0;
  const upper = index === 0 ? 0 : index - 1;
  const between = text.slice(endOfEntry(list, upper), hyphens[upper + 1]);
  return /\n[ \t]*\r?\n/.test(between);
}

function styleOf(entry: unknown): Style {
  if (!isMap(entry) && !isSeq(entry)) return 'short';
  return entry.flow ? 'flow' : 'block';
}

/** Writes the first field or entry between two brackets. */
function fillBrackets(text: string, node: YAMLMap | YAMLSeq, written: string): readonly Splice[] {
  const [start, end] = [startOf(node), endOf(node)];
  return text.slice(start + 1, end - 1).trim() === ''
    ? [splice(text, start, end, written)]
    : [insertion(text, start + 1, written.slice(1, -1))];
}

/**
 * Writes a further field or entry between two brackets: on a line of its own if the one before it has one.
 *
 * @param start Where the field or entry before it starts.
 * @param end Where that ends.
 */
function insertInBrackets(
  text: string,
  node: YAMLMap | YAMLSeq,
  start: number,
  end: number,
  written: string,
): readonly Splice[] {
  const finish = lineEnd(text, end);
  const rest = /^[ \t]*(,?)[ \t]*(?:#|$)/.exec(text.slice(end, finish));
  const begin = lineStart(text, start);
  const indent = text.slice(begin, start);
  if (rest === null || indent.trim() !== '' || finish >= endOf(node)) {
    return [insertion(text, end, `, ${written}`)];
  }
  const [, comma = ''] = rest;
  return [
    ...(comma === '' ? [insertion(text, end, ',')] : []),
    insertion(text, finish, `\n${indent}${written}${comma}`),
  ];
}

/** The end of an entry with the comments below it that are indented further than its hyphen. */
function endOfOwnComments(text: string, end: number, column: number): number {
  let at = lineEnd(text, end);
  for (;;) {
    const next = nextLine(text, at);
    const [comment] = /^( *)#/.exec(text.slice(next, lineEnd(text, next))) ?? [];
    if (next === at || comment === undefined || comment.length - 1 <= column) return at;
    at = lineEnd(text, next);
  }
}

function keyOf(pair: Pair): string | null {
  return isScalar(pair.key) && typeof pair.key.value === 'string' ? pair.key.value : null;
}

/** Where the colon of a pair is; null if it has none. */
function colonOf({ srcToken }: Pair): number | null {
  return srcToken?.sep?.find(({ type }) => type === 'map-value-ind')?.offset ?? null;
}

/** Where the hyphens of the entries of a block list are. */
function hyphensOf({ srcToken }: YAMLSeq): readonly number[] {
  if (srcToken?.type !== 'block-seq') return [];
  return srcToken.items.flatMap(({ start }) =>
    start.filter(({ type }) => type === 'seq-item-ind').map(({ offset }) => offset),
  );
}

function has(tokens: readonly { readonly type: string }[] | undefined, type: string): boolean {
  return tokens?.some((token) => token.type === type) ?? false;
}

/** Whether nothing is written for a value. */
function isEmpty(node: unknown): boolean {
  return !isNode(node) || startOf(node) === (node.range?.[1] ?? 0);
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

/** Where the first field or entry of a block map or list starts. */
function startOfBlock(node: unknown): number {
  return isSeq(node) ? (hyphensOf(node)[0] ?? 0) : startOf(isMap(node) ? node.items[0]?.key : node);
}

/** Where the text of a value ends, without a line break at its end and without comments after it. */
function endOf(node: unknown): number {
  if (isMap(node) && !node.flow) return endOfPair(node.items.at(-1));
  if (isSeq(node) && !node.flow) return endOfEntry(node, node.items.length - 1);
  if (!isNode(node)) return 0;
  const { range, srcToken } = node;
  const [lineBreak] = (srcToken?.type === 'block-scalar' && /\r?\n$/.exec(srcToken.source)) || [''];
  return (range?.[1] ?? 0) - lineBreak.length;
}

function endOfPair(pair: Pair | undefined): number {
  if (pair === undefined) return 0;
  if (!isEmpty(pair.value)) return endOf(pair.value);
  const colon = colonOf(pair);
  return colon === null ? endOf(pair.key) : colon + 1;
}

function endOfEntry(list: YAMLSeq, index: number): number {
  const entry = list.items[index];
  return isEmpty(entry) ? (hyphensOf(list)[index] ?? 0) + 1 : endOf(entry);
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the line break after an offset starts, or the end of the text. */
function lineEnd(text: string, offset: number): number {
  const lineFeed = text.indexOf('\n', offset);
  if (lineFeed < 0) return text.length;
  return text[lineFeed - 1] === '\r' && lineFeed > offset ? lineFeed - 1 : lineFeed;
}

/** Where the line after a line break starts, or the end of the text. */
function nextLine(text: string, end: number): number {
  const lineFeed = text.indexOf('\n', end);
  return lineFeed < 0 ? end : lineFeed + 1;
}

function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** @param written With line feeds, which become the line breaks of the text. */
function splice(text: string, start: number, end: number, written: string): Splice {
  const [lineBreak] = /\r?\n/.exec(text) ?? ['\n'];
  return { start, end, text: written.replaceAll('\n', lineBreak) };
}

function insertion(text: string, at: number, written: string): Splice {
  return splice(text, at, at, written);
}
