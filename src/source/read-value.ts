import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { Finding } from '../diagnostics/index.ts';
import { LARGEST_SOURCE } from './data-file.ts';
import { findUnprintable } from './decode-source.ts';
import { isExact } from './exact-number.ts';
import { STAND_IN } from './parse-tree.ts';
import { NO_VALUE, type PlainValue } from './source-document.ts';

/** The total size of what the aliases of one file may stand for. */
const MOST_ALIASED_CHARACTERS = LARGEST_SOURCE;

/** Sources nest five deep. A parser that runs out of stack gets the same message. */
const DEEPEST_NESTING = 100;

type ReportSpan = (start: number, end: number, finding: Finding) => void;

/** The value of an anchor and its size; null while it is being read. */
type Anchor = { readonly value: PlainValue; readonly size: number } | null;

interface Reading {
  readonly report: ReportSpan;
  readonly anchors: Map<string, Anchor>;
  aliased: number;
  /** In characters; each value counts as one more. */
  size: number;
  depth: number;
  isTooDeep: boolean;
}

/** The plain value of a parsed YAML tree. Nodes without a usable value are reported and read as null. */
export function readValue(node: Node, report: ReportSpan): PlainValue {
  const nothingYet = { aliased: 0, size: 0, depth: 0, isTooDeep: false };
  return read(node, { report, anchors: new Map(), ...nothingYet });
}

function read(node: unknown, reading: Reading): PlainValue {
  if (isAlias(node)) return readAlias(node.source, spanOf(node), reading);

  const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
  if (anchor !== undefined) reading.anchors.set(anchor, null);
  const before = reading.size;
  reading.size += 1;
  const value = readContent(node, reading);
  if (anchor !== undefined) {
    reading.anchors.set(anchor, { value, size: reading.size - before });
  }
  return value;
}

function readContent(node: unknown, reading: Reading): PlainValue {
  if (isScalar(node)) {
    if (typeof node.value === 'string') reading.size += node.value.length;
    return readScalar(node, reading.report);
  }
  if (!isSeq(node) && !isMap(node)) return null;
  if (reading.depth === DEEPEST_NESTING) {
    if (!reading.isTooDeep) reading.report(0, 0, { code: 'yaml/too-deep' });
    reading.isTooDeep = true;
    return null;
  }
  reading.depth += 1;
  if (isSeq(node) && node.flow) reportCommas(node.items, true, reading.report);
  const value = isSeq(node)
    ? node.items.map((item) => read(item, reading))
    : readMap(node, reading);
  reading.depth -= 1;
  return value;
}

function readMap({ items, flow = false }: YAMLMap, reading: Reading): PlainValue {
  const map: Record<string, PlainValue> = Object.create(null);
  let isTwoEntries = false;
  // What a comma cuts off has no value, and not even a colon.
  const parts = items.flatMap(({ key, value }) => (value === null ? [key] : [null, value]));
  const cutOff = flow ? reportCommas(parts, false, reading.report) : null;
  for (const [index, { key, value }] of items.entries()) {
    if (cutOff?.has(key)) continue;
    const [start, end] = spanOf(key);
    if (!isScalar(key) || typeof key.value !== 'string') {
      reading.report(start, end, {
        code: 'yaml/key-not-text',
        key: isScalar(key) ? String(key.source ?? key.value) : '[…]',
      });
      continue;
    }
    if (Object.hasOwn(map, key.value) && !isTwoEntries) {
      // Where several fields in a row are repeated, only the first is reported as such.
      isTwoEntries = !flow && has(map, keyOf(items[index + 1]));
      const finding = { code: 'yaml/duplicate-key', key: key.value } as const;
      reading.report(start, end, { ...finding, beginsEntry: isTwoEntries });
    }
    // Objects are copied field by field later, which would silently drop this key.
    if (key.value === '__proto__') {
      reading.report(start, end, { code: 'yaml/reserved-key', key: key.value });
    }
    readScalar(key, reading.report);
    reading.size += key.value.length;
    if (key.anchor !== undefined) {
      reading.anchors.set(key.anchor, { value: key.value, size: 1 + key.value.length });
    }
    map[key.value] = read(value, reading);
  }
  return map;
}

/** A number on its own or at the end of a text, which a comma may have cut. */
const NUMBER_AT_END = /(?:^|[\s(\p{Sc}])[-+]?\d[\d.]*$/u;

/**
 * Reports the commas without a space inside numbers, which make entries of the parts. In a list,
 * numbers alone are entries.
 *
 * @returns the parts that commas have cut off
 */
function reportCommas(parts: readonly unknown[], isList: boolean, report: ReportSpan) {
  const cutOff = new Set<unknown>();
  let whole: Scalar[] = [];
  for (const part of [...parts, null]) {
    const last = whole.at(-1);
    if (last !== undefined && isCut(last, part)) {
      whole.push(part);
      continue;
    }
    const [first, ...others] = whole;
    const isNumbers = isList && whole.every(({ value }) => typeof value === 'number');
    if (first !== undefined && last !== undefined && others.length > 0 && !isNumbers) {
      for (const other of others) cutOff.add(other);
      const written = whole.map(({ source }) => source).join(',');
      report(spanOf(first)[0], spanOf(last)[1], { code: 'yaml/decimal-comma', written, isList });
    }
    whole = isScalar(part) ? [part] : [];
  }
  return cutOff;
}

function isCut(before: Scalar, after: unknown): after is Scalar {
  return (
    isScalar(after) &&
    before.type === 'PLAIN' &&
    after.type === 'PLAIN' &&
    spanOf(before)[1] + 1 === spanOf(after)[0] &&
    NUMBER_AT_END.test(before.source ?? '') &&
    /^\d+(?![\w-])/.test(after.source ?? '')
  );
}

function keyOf(pair: Pair | undefined): string | null {
  return isScalar(pair?.key) && typeof pair.key.value === 'string' ? pair.key.value : null;
}

function has(map: object, key: string | null): boolean {
  return key !== null && Object.hasOwn(map, key);
}

function readAlias(name: string, [start, end]: Span, reading: Reading): PlainValue {
  const anchor = reading.anchors.get(name);
  if (anchor === undefined) {
    const problem = `the alias *${name} refers to an anchor (&${name}) that is not above it (put quotes around text that starts with "*")`;
    reading.report(start, end, { code: 'yaml/syntax', problem });
    return null;
  }
  if (anchor === null) {
    reading.report(start, end, { code: 'yaml/alias-cycle', anchor: name });
    return null;
  }
  const wasWithin = reading.aliased <= MOST_ALIASED_CHARACTERS;
  reading.aliased += anchor.size;
  reading.size += anchor.size;
  if (reading.aliased <= MOST_ALIASED_CHARACTERS) return anchor.value;
  if (wasWithin)
    reading.report(start, end, { code: 'yaml/alias-bomb', limit: MOST_ALIASED_CHARACTERS });
  return null;
}

function readScalar(node: Scalar, report: ReportSpan): PlainValue {
  const { value } = node;
  const [start, end] = spanOf(node);
  if (node.source === STAND_IN) return NO_VALUE;
  if (typeof value === 'number')
    return readNumber(value, node.source ?? '', (finding) => report(start, end, finding));
  if (typeof value === 'string') {
    // Only an escape can add such a character: the text itself has already been searched.
    const unprintable = findUnprintable(value);
    if (unprintable !== null) {
      report(start, end, { code: 'yaml/character', codePoint: unprintable.codePoint });
    }
    return value;
  }
  return typeof value === 'boolean' ? value : null;
}

function readNumber(
  value: number,
  written: string,
  report: (finding: Finding) => void,
): PlainValue {
  if (!Number.isFinite(value)) {
    report({ code: 'yaml/number-not-finite', written });
    return 1; // Any number will do: one finding is enough.
  }
  if (!isExact(written, value)) {
    const nearest = Math.abs(value) > Number.MAX_SAFE_INTEGER ? null : String(value);
    report({ code: 'yaml/number-inexact', written, nearest });
  }
  // JSON.stringify writes -0 as 0.
  return value === 0 ? 0 : value;
}

type Span = readonly [number, number];

function spanOf(node: unknown): Span {
  const range = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range : null;
  return range ? [range[0], range[1]] : [0, 0];
}
