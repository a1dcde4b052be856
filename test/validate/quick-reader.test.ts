import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { generateDataset } from '../../scripts/generate-dataset.ts';
import { claim, operatorRecord } from '../../src/model/index.ts';
import { quickReader } from '../../src/validate/quick-reader.ts';
import { HOSTILE } from '../doors/hostile-dataset.ts';

// Nearly every value is read by this. What it makes of one, zod has to make of it as well.

/** What zod makes of a value; undefined where it objects. */
function readByZod(schema: z.ZodType, value: unknown): unknown {
  return schema.safeParse(value).data;
}

const texts = Object.entries({ ...generateDataset(40), ...HOSTILE });
const sourcesIn = (folder: string): unknown[] =>
  texts.filter(([name]) => name.startsWith(folder)).map(([, text]) => parse(String(text)));
const operators = sourcesIn('operators/');
const claims = sourcesIn('facts/').flat();

describe.each<[string, z.ZodType, readonly unknown[]]>([
  ['an operator', operatorRecord, operators],
  ['a claim', claim, claims],
])('%s', (_, schema, sound) => {
  it('is read as zod reads it, keys in the same order', () => {
    expect(sound.length).toBeGreaterThan(40);
    for (const value of sound) {
      const read = quickReader(schema)(value);
      expect(read).toBeDefined();
      expect(JSON.stringify(read)).toBe(JSON.stringify(readByZod(schema, value)));
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
        const expected = readByZod(schema, broken);
        if (expected === undefined) refused += 1;
        expect(quickReader(schema)(broken)).toStrictEqual(expected);
      }),
      { numRuns: 3000 },
    );
    expect(refused).toBeGreaterThan(500);
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

describe('a schema', () => {
  it.each<[string, z.ZodType, readonly unknown[]]>([
    ['with limits', z.number().min(1).max(3), [0, 1, 3, 4, '2']],
    ['of a list with a least length', z.array(z.string()).min(1), [[], ['a'], ['a', 1]]],
    ['that changes what it checks', z.string().trim().min(1), [' a ', ' ', 'a', 1]],
    [
      'with a check at times',
      z.string().refine(() => false, { when: (at) => at.value === 'b' }),
      ['a', 'b'],
    ],
    ['of one of several', z.union([z.number(), z.string().min(2)]), [1, 'a', 'ab', true]],
    ['that may be null', z.nullable(z.enum(['a', 'b'])), [null, 'a', 'c', undefined]],
    ['that may be missing', z.boolean().nullable().default(null), [undefined, null, true, 1]],
  ])('%s reads as zod does', (_, schema, values) => {
    for (const value of [...values, ...values]) {
      expect(quickReader(schema)(value)).toStrictEqual(readByZod(schema, value));
    }
  });

  it.each<[string, z.ZodType, unknown]>([
    ['a format', z.email(), 'a@b.example'],
    ['whole numbers', z.int(), 1],
    ['coercion', z.coerce.number(), '1'],
    ['what has been converted', z.string().transform(Number), '1'],
    ['another default than null', z.string().default('a'), 'b'],
    ['what may be absent for good', z.object({ a: z.string().optional() }), {}],
    ['keys that go', z.object({ a: z.string() }), { a: 'a', b: 'b' }],
    ['keys that stay', z.looseObject({ a: z.string() }), { a: 'a', b: 'b' }],
    [
      'a part of which is not known',
      z.strictObject({ a: z.int(), b: z.string() }),
      { a: 1, b: '' },
    ],
    ['a list of what is not known', z.array(z.int()), [1]],
    ['a choice that is not known', z.union([z.int(), z.string()]), 'a'],
  ])('leaves to zod %s', (_, schema, value) => {
    expect(readByZod(schema, value)).toBeDefined();
    expect(quickReader(schema)(value)).toBeUndefined();
  });
});
