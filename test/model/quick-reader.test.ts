import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { generateDataset } from '../../scripts/generate-dataset.ts';
import {
  activeCategory,
  categories,
  categoryLists,
  claim,
  metric,
  operatorRecord,
  quickReader,
  removedCategory,
  type Shape,
  schemaOf,
  service,
} from '../../src/model/index.ts';
import * as shapes from '../../src/model/shape.ts';
import { HOSTILE } from '../doors/hostile-dataset.ts';
import { tiny } from '../doors/tiny-dataset.ts';

// Nearly every value is read by this. What it makes of one, zod has to make of it as well.

/** What zod makes of a value; undefined where it objects. */
function readByZod(shape: Shape, value: unknown): unknown {
  return schemaOf(shape).safeParse(value).data;
}

const texts = Object.entries({ ...generateDataset(40), ...HOSTILE });
const sourcesIn = (folder: string): unknown[] =>
  texts.filter(([name]) => name.startsWith(folder)).map(([, text]) => parse(String(text)));
const operators = sourcesIn('operators/');
const claims = sourcesIn('facts/').flat();

const { active, removed } = parse(String(tiny()['categories.yaml']));

describe.each<[string, Shape, readonly unknown[]]>([
  ['an operator', operatorRecord, operators],
  ['a claim', claim, claims],
  ['a metric', metric, sourcesIn('metrics.yaml').flat()],
  ['the service', service, sourcesIn('service.yaml')],
  ['a category', activeCategory, active],
  ['a removed category', removedCategory, removed],
  ['all categories', categories, [{ active, removed }, { active }]],
  ['lists of categories', categoryLists, [{ active, removed }, { active }]],
])('%s', (_, shape, sound) => {
  it('is read as zod reads it, keys in the same order', () => {
    expect(sound).not.toEqual([]);
    for (const value of sound) {
      const read = quickReader(shape)(value);
      expect(read).toBeDefined();
      expect(JSON.stringify(read)).toBe(JSON.stringify(readByZod(shape, value)));
    }
  });

  it('is refused whenever zod refuses it, and at no other time', () => {
    let refused = 0;
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(...WRONG)), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.constantFrom(...sound), changes, (value, changes) => {
        const broken = changes.reduce<unknown>(
          (so, [at, key, put]) => changeAt(so, at, key, put === GONE ? GONE : structuredClone(put)),
          structuredClone(value),
        );
        const expected = readByZod(shape, broken);
        if (expected === undefined) refused += 1;
        expect(quickReader(shape)(broken)).toStrictEqual(expected);
      }),
      { numRuns: 3000 },
    );
    expect(refused).toBeGreaterThan(100);
    expect(refused).toBeLessThan(2900);
  });
});

const GONE = Symbol('gone');

/** What may come in the place of something: as well as it, mostly not. */
const WRONG = [
  GONE,
  null,
  '',
  ' x',
  'x',
  '=x',
  '\u200b',
  'https://a.example/b',
  'https://a b',
  '2026-02-30T00:00:00Z',
  '2026-02-03T00:00:00Z',
  'fees_1',
  'free',
  'threshold',
  0,
  -1,
  1.5,
  1000,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  [],
  ['x'],
  {},
  { at: '2026-02-03T00:00:00Z', reason: 'x' },
] as const;

/** Puts something in the place of one of all that a value holds, or under a key that is new there. */
function changeAt(value: unknown, at: number, key: number, put: unknown): unknown {
  const places: [Record<string, unknown>, string][] = [];
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, below] of Object.entries(node)) {
      places.push([node as Record<string, unknown>, name]);
      walk(below);
    }
    if (!Array.isArray(node)) {
      const name = ['extra', 'note', 'network', 'toString'][key % 4] ?? '';
      places.push([node as Record<string, unknown>, name]);
    }
  };
  walk(value);
  const [node, name] = places[at % places.length] ?? [];
  if (node === undefined || name === undefined) return put === GONE ? null : put;
  if (put !== GONE) node[name] = put;
  else if (Array.isArray(node)) node.splice(Number(name), 1);
  else delete node[name];
  return value;
}

describe('a shape', () => {
  const { absent, anything, boolean, checked, converted, crossChecked, list } = shapes;
  const { literal, mapOf, nothing, nullable, number, oneOf, optional, record, string, union } =
    shapes;
  const isShort = (value: string | unknown[]) =>
    value.length < 2 ? null : ({ rule: 'blank' } as const);

  it.each<[string, Shape, readonly unknown[]]>([
    ['of a number', number(), [0, -1.5, '2', Number.NaN, Number.POSITIVE_INFINITY]],
    ['of nothing', nothing(), [null, undefined, 0]],
    ['of anything', anything(), [null, 'a', 1, [], {}]],
    ['of one text', literal('a'), ['a', 'b', null]],
    ['of a short text', checked(string(), isShort), ['a', 'ab', 1]],
    ['of a short list', checked(list(string()), isShort), [[], ['a'], ['a', 'b'], ['a', 1]]],
    ['checked twice', checked(checked(string(), isShort), () => null), ['a', 'ab']],
    ['of one of several', union([number(), checked(string(), isShort)]), [1, 'a', 'ab', true]],
    ['that may be null', nullable(oneOf(['a', 'b'])), [null, 'a', 'c', undefined]],
    ['that may be missing', optional(boolean()), [undefined, null, true, 1]],
    ['that is converted', converted(string(), Number), ['1', '', 1, null]],
    [
      'that is converted and checked',
      checked(
        converted(checked(string(), isShort), (text) => text + text),
        isShort,
      ),
      ['', 'a', 'ab'],
    ],
    ['that is converted where it is missing', converted(optional(string()), String), [null, 'a']],
    ['of a map', mapOf(number()), [{}, { a: 1, b: 2 }, { a: '1' }, [], [1], null, 1]],
    ['of fields', record({ a: optional(number()) }), [{}, { a: 1 }, { a: 1, b: 1 }, [], null]],
    [
      'of fields that are compared',
      crossChecked(record({ a: number(), b: number() }), ['a', 'b'], ({ a, b }) =>
        a > b ? [{ problem: { rule: 'blank' } }] : [],
      ),
      [{ a: 1, b: 2 }, { a: 2, b: 1 }, { a: 1 }],
    ],
  ])('%s reads as zod does', (_, shape, values) => {
    for (const value of [...values, ...values]) {
      expect(quickReader(shape)(value)).toStrictEqual(readByZod(shape, value));
    }
  });

  it.each<[string, Shape, unknown]>([
    ['what may be absent for good', record({ a: absent(string()) }), {}],
    ['a key that an object has from the start', mapOf(number()), JSON.parse('{"__proto__": 1}')],
  ])('leaves to zod %s', (_, shape, value) => {
    expect(readByZod(shape, value)).toBeDefined();
    expect(quickReader(shape)(value)).toBeUndefined();
  });
});
