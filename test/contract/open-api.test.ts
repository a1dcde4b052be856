import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { HOSTILE } from '../doors/hostile-dataset.ts';
import { sampleSources } from '../doors/sample-data.ts';
import {
  claimPages,
  DEPRECATED,
  EMPTY,
  operator,
  type Sources,
  tiny,
} from '../doors/tiny-dataset.ts';
import { compileSchema, objections } from './ajv.ts';
import { describeSources } from './documents.ts';

const PUBLICATIONS = [
  ['everything there can be', sampleSources(), ['changes', 'snapshots']],
  ['a hostile dataset', HOSTILE, []],
  ['an empty dataset', EMPTY, []],
  ['an API that will end', DEPRECATED, []],
  ['claims without pages', tiny(claimPages('none')), []],
  ['claims in JSON alone', tiny(claimPages('json')), []],
] as const;

describe('openapi.json', () => {
  it.each(PUBLICATIONS)(
    'of %s has nothing that Redocly objects to',
    async (_, sources, further) => {
      expect(await askRedocly(openApiOf(sources, further))).toEqual([]);
    },
  );

  it.each(PUBLICATIONS)(
    'of %s gives each operation the parameters of its path',
    (_, sources, further) => {
      const { paths, operations } = readOpenApi(sources, further);
      expect(Object.keys(paths).filter((path) => 'parameters' in (paths[path] ?? {}))).toEqual([]);
      for (const { path, parameters = [] } of operations) {
        const inPath = parameters.filter((parameter) => parameter['in'] === 'path');
        const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
        expect([path, inPath.map(({ name }) => name)]).toEqual([path, names]);
      }
    },
  );

  it.each(PUBLICATIONS)(
    'of %s names components that generators can tell apart, in whatever section',
    (_, sources, further) => {
      const { components } = readOpenApi(sources, further);
      const names = Object.values(components).flatMap((section) =>
        Object.keys(section).map(folded),
      );
      expect(repeated(names)).toEqual([]);
    },
  );

  it.each(PUBLICATIONS)(
    'of %s has no two names of components, operations and tags that differ only in case or separators',
    (_, sources, further) => {
      const { components, operations, tags } = readOpenApi(sources, further);
      const names = new Set([
        ...Object.values(components).flatMap((section) => Object.keys(section)),
        ...operations.map(({ operationId }) => operationId),
        ...tags.map(({ name }) => name),
      ]);
      expect(repeated([...names].map(folded))).toEqual([]);
    },
  );

  it.each(PUBLICATIONS)(
    'of %s names operations that generators can tell apart, also with the form of several',
    (_, sources, further) => {
      const names = readOpenApi(sources, further).operations.flatMap(
        ({ operationId, contents }) => {
          const types = contents.filter(({ of }) => of.startsWith('200')).map(({ type }) => type);
          const forms = types.length > 1 ? types.map((type) => type.replace(/.*\//, '')) : [];
          return [operationId, ...forms.map((form) => operationId + form)].map(folded);
        },
      );
      expect(repeated(names)).toEqual([]);
    },
  );

  it.each(PUBLICATIONS)(
    'of %s describes each answer and form once, and other methods and conditions in words',
    (_, sources, further) => {
      const { paths, operations, info } = readOpenApi(sources, further);
      const methods = Object.values(paths).flatMap((item) => Object.keys(item));
      expect(new Set(methods)).toEqual(new Set(['get']));
      const negotiated = operations.filter(({ contents, path }) => {
        const success = contents.filter(({ of }) => of.startsWith('200'));
        return success.length > 1 || !/[}.]\w*$/.test(path);
      });
      expect(negotiated.map(({ path }) => path)).toEqual(['/']);
      const inHeaders = operations.flatMap(({ parameters = [] }) =>
        parameters.filter((one) => one['in'] !== 'path'),
      );
      expect(inHeaders).toEqual([]);
      for (const word of ['HEAD', 'OPTIONS', 'If-None-Match', 'Range', '/operators', 'Accept']) {
        expect(info.description.split(word).length, word).toBeGreaterThan(1);
      }
    },
  );

  it.each(PUBLICATIONS)(
    'of %s has an example of every header and every text, as its schema says',
    (_, sources, further) => {
      const { operations, components } = readOpenApi(sources, further);
      const known = new Map<string, string[]>();
      const judge = (schema: Part, value: unknown) => {
        const key = JSON.stringify([schema, value]);
        const whole = { ...schema, components: { schemas: components['schemas'] } };
        const wrong = known.get(key) ?? objections(compileSchema(whole), value);
        known.set(key, wrong);
        return wrong;
      };
      const wrong = operations.flatMap(({ operationId, parameters = [], headers, contents }) => {
        // Nothing is ever answered where there is no name to ask for.
        const isAsked = parameters.every(
          (one) => one['in'] !== 'path' || examplesOf(one).length > 0,
        );
        const texts = contents.filter(({ type }) => isAsked && /^text\/|json$|xml$/.test(type));
        return [...headers, ...texts].flatMap(({ of, schema = {}, examples }) => {
          const problems = examples.flatMap((example) => judge(schema, example));
          if (examples.length === 0) problems.push('has no example');
          return problems.map((problem) => `${operationId} ${of} ${problem}`);
        });
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(PUBLICATIONS)('of %s has an example of every name in a path', (_, sources, further) => {
    const { operations, components } = readOpenApi(sources, further);
    const names = operations.flatMap(({ parameters = [] }) => parameters);
    const without = names.filter((one) => examplesOf(one).length === 0).map(({ name }) => name);
    // An empty dataset has no names.
    expect(new Set(without)).toEqual(
      new Set(sources === EMPTY ? ['operator', 'category', 'metric', 'claim_id'] : []),
    );
    expect(Object.keys(components['parameters'] ?? {}).length).toBeGreaterThan(1);
  });

  it('lists what the names of categories can be', () => {
    const { parameters } = JSON.parse(openApiOf(tiny(), [])).components;
    expect(parameters.categoryInPath.schema.enum).toEqual(['cheapest', 'lowest-withdrawal-fee']);
  });

  it('types the values of a change', () => {
    const { Change } = JSON.parse(openApiOf(tiny(), ['changes'])).components.schemas;
    const types = ['string', 'number', 'boolean', 'object', 'array', 'null'];
    for (const { anyOf } of [Change.properties.old, Change.properties.new]) {
      expect(anyOf.map(({ type }: Part) => type)).toEqual(types);
    }
  });

  it.each([
    ['operatorInPath', ['harbour-nine', '7'], ['Harbour Nine', 'a--b', '']],
    ['claimIdInPath', ['fee_usd_7', 'fee_usd_0'], ['fee_usd', 'fee_usd_07', 'Fee_7', '']],
  ])('says what a name in a path looks like: %s', (name, names, others) => {
    const { parameters } = JSON.parse(openApiOf(sampleSources(), [])).components;
    const pattern = new RegExp(parameters[name].schema.pattern);
    expect(names.filter((one) => !pattern.test(one))).toEqual([]);
    expect(others.filter((one) => pattern.test(one))).toEqual([]);
  });

  const CEDAR = tiny({
    'facts/birch.yaml': claim('fee_usd_9', 3),
    'operators/cedar.yaml': operator(20, 'Cedar'),
    'facts/cedar.yaml': claim('fee_usd_2', 2),
  });
  it.each([
    ['a better value', { 'facts/cedar.yaml': claim('fee_usd_2', 0.5) }],
    ['another claim', { 'facts/cedar.yaml': claim('fee_usd_2', 2) + claim('streams_1', true) }],
    ['another name', { 'operators/cedar.yaml': operator(20, 'Cedar Sports') }],
    ['company', { 'operators/dogwood.yaml': operator(30, 'Dogwood') }],
    ['to go', { 'operators/cedar.yaml': null, 'facts/cedar.yaml': null }],
  ])('stays as it is where an operator that it does not show has %s', (_, change) => {
    const [before, after] = [CEDAR, { ...CEDAR, ...change }].map((sources) =>
      JSON.parse(openApiOf(sources, [])),
    );
    expect(after).toEqual(before);
  });

  const LATE = {
    ...CEDAR,
    'facts/anchor.yaml': null,
    'facts/birch.yaml': null,
    'facts/cedar.yaml': claim(
      'fee_usd_2',
      2,
      'retracted: { at: 2026-10-08T00:00:00Z, reason: No }',
    ),
    'operators/dogwood.yaml': operator(30, 'Dogwood'),
    'operators/elm.yaml': operator(40, 'Elm'),
  };
  const UNRANKED = { 'facts/dogwood.yaml': claim('streams_1', true) };
  it.each([
    ['has a retracted claim', {}, ['getRanking', 'getOperatorFacts', 'getAllFacts']],
    ['has a current one', UNRANKED, ['getRanking']],
    ['is ranked', { ...UNRANKED, 'facts/elm.yaml': claim('fee_usd_3', 3) }, []],
  ])(
    'shows records of each kind, also where the first operators have none: another %s',
    (_, change, none) => {
      const { operations } = readOpenApi({ ...LATE, ...change }, []);
      const isEmpty = ({ contents }: (typeof operations)[number]) =>
        contents.some(({ examples }) => examples.some((one) => isEmptyAnswer(one)));
      const empty = operations.filter(isEmpty).map(({ operationId }) => operationId);
      const shown = ['getRanking', 'getOperatorFacts', 'getAllFacts', 'getClaims'];
      expect(shown.filter((id) => empty.includes(id))).toEqual(none);
    },
  );

  it('marks every operation where the API will end, and none where it is to stay', () => {
    const marksOf = (sources: Sources) =>
      new Set(readOpenApi(sources, []).operations.map(({ deprecated }) => deprecated));
    expect(marksOf(DEPRECATED)).toEqual(new Set([true]));
    expect(marksOf(tiny())).toEqual(new Set([undefined]));
    expect(JSON.parse(openApiOf(DEPRECATED, [])).info.description).toContain(
      'This version of the API is deprecated from 2027-01-01 on and ends on 2027-07-01. Why, and what to use instead: https://tiny.example/v2',
    );
  });

  it('is read by a linter that sees what is wrong', async () => {
    const broken = openApiOf(tiny(), [])
      .replace('"operationId":"getOperators"', '"operationId":"getMetrics"')
      .replace('"kyc_level":"none"', '"kyc_level":"some"');
    expect(await askRedocly(broken)).toContain('operation-operationId-unique');
    expect(await askRedocly(broken)).toContain('no-invalid-media-type-examples');
  });
});

/** A claim that is observed later than those of the tiny dataset. */
function claim(id: string, value: number | boolean, more = ''): string {
  return `- claim_id: ${id}
  metric: ${id.replace(/_\d+$/, '')}
  value: ${value}
  evidence_url: https://cedar.example/fees
  observed_at: 2026-10-07T00:00:00Z
  ${more}
`;
}

function openApiOf(sources: Sources, further: readonly ('changes' | 'snapshots')[]): string {
  return describeSources(sources, further).get('openapi.json') ?? '';
}

type Part = { readonly [key: string]: unknown };

interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly Part[];
  readonly responses: { readonly [status: string]: Part };
}

/** The parts of openapi.json, without references from operations. */
function readOpenApi(sources: Sources, further: readonly ('changes' | 'snapshots')[]) {
  const { paths, components, info, tags }: OpenApi = JSON.parse(openApiOf(sources, further));
  const resolve = (part: Part): Part => {
    const [, section = '', name = ''] =
      /^#\/components\/(\w+)\/(.+)$/.exec(`${part['$ref']}`) ?? [];
    return section === '' ? part : (components[section]?.[name] ?? {});
  };
  const entriesOf = (parts: unknown) =>
    Object.entries((parts ?? {}) as Record<string, Part>).map(([key, part]) => {
      const whole = resolve(part);
      const examples = examplesOf(whole).map((example) => resolve(example)['value']);
      return { key, schema: whole['schema'] as Part | undefined, examples };
    });
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const responses = Object.entries(operation.responses).map(
        ([status, response]) => [status, resolve(response)] as const,
      );
      return {
        ...operation,
        path,
        method,
        parameters: operation.parameters?.map(resolve),
        headers: responses.flatMap(([status, { headers }]) =>
          entriesOf(headers).map(({ key, ...more }) => ({ of: `${status} ${key}`, ...more })),
        ),
        contents: responses.flatMap(([status, { content }]) =>
          entriesOf(content).map(({ key, ...more }) => ({
            of: `${status} ${key}`,
            type: key,
            ...more,
          })),
        ),
      };
    }),
  );
  return { paths, components, info, tags, operations };
}

interface OpenApi {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly [section: string]: { readonly [name: string]: Part } };
}

function isEmptyAnswer(example: unknown): boolean {
  const { data } = example as { readonly data?: unknown };
  return Array.isArray(data) && data.length === 0;
}

/** The examples of a header, a parameter or a content. */
function examplesOf({ example, examples = {} }: Part): readonly Part[] {
  const one = example === undefined ? [] : [{ value: example }];
  return [...one, ...Object.values(examples as Record<string, Part>)];
}

/** A name as file systems, languages and generators may see it. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function repeated(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

async function askRedocly(source: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
      'no-invalid-schema-examples': 'error',
      'no-unused-components': 'error',
      'operation-description': 'error',
      'operation-operationId-unique': 'error',
      'operation-singular-tag': 'error',
      'operation-tag-defined': 'error',
      'tag-description': 'error',
    },
  });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.flatMap(({ ruleId, message, location }) => [
    ruleId,
    `${message} ${location[0]?.pointer}`,
  ]);
}
