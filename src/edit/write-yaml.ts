import { Document, stringify } from 'yaml';
import type { PlainValue } from '../source/index.ts';

type PlainMap = { readonly [key: string]: PlainValue };

/** How a list or a map is written: over lines, on one line, or on one line if it is short. */
export type Style = 'block' | 'flow' | 'short';

/** A short map or list ends before this column. */
const LINE_WIDTH = 100;

/**
 * A field of a block map: its lines, separated by line feeds, without a line feed at the end. The first
 * line is not indented, the others are.
 *
 * @param column Where the key starts, from 0.
 * @param style Of the value. Maps and lists that hold others are never written on one line, unless it
 *   is `flow`.
 */
export function writeField(
  key: string,
  value: PlainValue,
  column: number,
  style: Style = 'short',
): string {
  const name = `${writeScalar(key)}:`;
  if (!isCollection(value)) return `${name} ${writeBlockScalar(value, column)}`;
  const line = `${name} ${writeFlow(value)}`;
  if (isOnOneLine(value, style, column + line.length)) return line;
  const indent = `\n${' '.repeat(column + 2)}`;
  return isList(value)
    ? [name, ...value.map((entry) => writeEntry(entry, column + 2))].join(indent)
    : [name, writeMap(value, column + 2)].join(indent);
}

/**
 * An entry of a block list, from its hyphen, in the form of `writeField`.
 *
 * @param column Where the hyphen is, from 0.
 * @param hyphen The hyphen with the spaces after it.
 */
export function writeEntry(
  value: PlainValue,
  column: number,
  style: Style = 'short',
  hyphen = '- ',
): string {
  if (!isCollection(value)) return hyphen + writeBlockScalar(value, column);
  const line = hyphen + writeFlow(value);
  if (isOnOneLine(value, style, column + line.length)) return line;
  const inner = column + hyphen.length;
  return isList(value)
    ? hyphen + value.map((entry) => writeEntry(entry, inner)).join(`\n${' '.repeat(inner)}`)
    : hyphen + writeMap(value, inner);
}

/** The fields of a block map, in the form of `writeField`. */
export function writeMap(map: PlainMap, column: number): string {
  return Object.entries(map)
    .map(([key, value]) => writeField(key, value, column))
    .join(`\n${' '.repeat(column)}`);
}

/** A value on one line, as it is written in brackets. */
export function writeFlow(value: PlainValue): string {
  if (isList(value)) return `[${value.map(writeFlow).join(', ')}]`;
  if (!isCollection(value)) return writeScalar(value);
  const fields = Object.entries(value).map(([key, field]) => writeFlowField(key, field));
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** A field of a flow map. */
export function writeFlowField(key: string, value: PlainValue): string {
  return `${writeScalar(key)}: ${writeFlow(value)}`;
}

/** A scalar in brackets, with quotes where they are needed. */
function writeScalar(value: PlainValue): string {
  // A JSON text is a YAML scalar too, and has no line breaks.
  if (typeof value === 'string' && value.includes('\n')) return JSON.stringify(value);
  const document = new Document([value]);
  const list = document.contents as unknown as { flow: boolean }; // made of a list, so it is one
  list.flow = true;
  return document
    .toString({ ...FORMAT, flowCollectionPadding: false })
    .trimEnd()
    .slice(1, -1);
}

/** A scalar after a key or a hyphen. A text with inner line breaks is written over several lines. */
function writeBlockScalar(value: PlainValue, column: number): string {
  if (typeof value === 'string' && /\n/.test(value) && /^\s|\s$/.test(value))
    return writeScalar(value);
  // As a field, because a scalar at the left edge gives no indentation to its further lines.
  const field = stringify({ x: value }, FORMAT).trimEnd();
  return shift(field.slice('x: '.length), column);
}

/** Texts are never folded: a line break in a source would become a space. */
const FORMAT = { lineWidth: 0 } as const;

export function isCollection(value: PlainValue): value is readonly PlainValue[] | PlainMap {
  return typeof value === 'object' && value !== null;
}

function isList(value: PlainValue): value is readonly PlainValue[] {
  return Array.isArray(value);
}

function isOnOneLine(
  value: readonly PlainValue[] | PlainMap,
  style: Style,
  length: number,
): boolean {
  const values = Object.values(value);
  if (values.length === 0 || style === 'flow') return true;
  return style === 'short' && !values.some(isCollection) && length <= LINE_WIDTH;
}

/** Indents all lines but the first. Empty lines stay empty. */
function shift(lines: string, column: number): string {
  return lines.replace(/\n(?!\n)/g, `\n${' '.repeat(column)}`);
}
