import { parse as parseCsv } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { type Answered, preview } from '../doors/check-preview.ts';
import { publicationOf } from '../doors/publication.ts';
import { sampleSources } from '../doors/sample-data.ts';
import { claimPages, DEPRECATED, type Sources, tiny } from '../doors/tiny-dataset.ts';
import { closed, compileSchema, objections } from './ajv.ts';

type Part = { readonly [key: string]: unknown };

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Part[];
  readonly responses: { readonly [status: string]: Part };
}

interface PathItem {
  readonly get: Operation;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: string;
  readonly examples?: { readonly [name: string]: { readonly value: string } };
}

interface Response {
  readonly headers: { readonly [field: string]: Part };
  readonly content?: { readonly [type: string]: { readonly schema: Part } };
}

interface OpenApi {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: { readonly [path: string]: PathItem };
  readonly components: { readonly [section: string]: { readonly [name: string]: Part } };
}

/** What every HTTP answer may carry without a word, and what the description says of all of them. */
const KNOWN = [
  'accept-ranges',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'x-content-type-options',
];

const PUBLICATIONS = [
  ['the sample data', sampleSources()],
  ['claims in JSON alone', tiny(claimPages('json'))],
  ['an API that will end', DEPRECATED],
] as const;

it.each(PUBLICATIONS)('every answer of serve is what openapi.json says: %s', async (_, sources) => {
  const { openApi, ask, judge } = await publish(sources);
  const wrong: string[] = [];
  const check = async (operation: Operation, path: string, { headers = {}, ...how }: Asked) => {
    const answer = await ask(path, headers);
    const told = `${path} ${JSON.stringify(headers)}`;
    wrong.push(...judge(operation, answer, how).map((what) => `${told}: ${what}`));
    return answer.headers;
  };
  const asked = new Set<string>();
  for (const [template, { get }] of Object.entries(openApi.paths)) {
    for (const path of fillIn(template, get, openApi)) {
      for (const type of Object.keys(contentOf(get, 200, openApi))) {
        const headers = { accept: type };
        const { etag = '' } = await check(get, path, { headers, status: 200, type });
        await check(get, path, { headers: { ...headers, 'if-none-match': etag }, status: 304 });
      }
    }
    if (!template.includes('{')) continue;
    for (const status of [404, 410].filter((status) => status in get.responses)) {
      const name = status === 410 ? removedIn(sources) : 'not-there';
      const [path = ''] = fillIn(template, get, openApi, name);
      await check(get, path, { status, type: 'application/problem+json' });
      asked.add(`${get.operationId} ${status}`);
    }
  }
  expect(wrong).toEqual([]);
  expect([...asked]).toEqual(
    expect.arrayContaining(['getOneOperator 404', 'getRanking 410', 'getRankingCsv 410']),
  );
});

it('every address answers other methods and conditions as the description says', async () => {
  const { openApi, ask } = await publish(tiny());
  const paths = Object.entries(openApi.paths).flatMap(([template, { get }]) =>
    fillIn(template, get, openApi),
  );
  for (const path of paths) {
    const { headers, body } = await ask(path);
    const statuses: unknown[] = [];
    const note = async (sent: Record<string, string>, method = 'GET') => {
      const answer = await ask(path, sent, method);
      statuses.push(answer.status);
      return answer;
    };
    const alone = await note({}, 'HEAD');
    await note({ 'access-control-request-method': 'GET' }, 'OPTIONS');
    await note({}, 'POST');
    await note({ 'if-modified-since': headers['last-modified'] ?? '' });
    await note({ 'if-match': '"of something else"' });
    const part = await note({ range: 'bytes=0-3' });
    await note({ range: 'bytes=999999999-' });
    expect([path, ...statuses]).toEqual([path, 200, 204, 405, 304, 412, 206, 416]);
    const { date: _date, ...kept } = alone.headers;
    expect(headers).toMatchObject(kept);
    expect([alone.body, part.body]).toEqual(['', body.slice(0, 4)]);
  }
});

it('names every address that is published', async () => {
  const { openApi, manifest } = await publish(sampleSources());
  const patterns = Object.keys(openApi.paths).map(
    (path) => new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  );
  const published = manifest.resources
    .flatMap(({ files }) => files.map(({ path }) => `/${path}`))
    // The bodies of 410, and pages for people, which nobody asks for at these addresses.
    .filter((path) => !/^\/(?:problems\/removed-category|pages)\//.test(path));
  expect(published.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([]);
});

it('is a check that fails', async () => {
  const { openApi, ask, judge } = await publish(tiny());
  const answer = await ask('/api/v1/operators.json');
  const operation = openApi.paths['/operators.json']?.get;
  if (operation === undefined) throw new Error('No such path');
  const how = { status: 200, type: 'application/json' };
  const { etag: _, ...headers } = answer.headers;
  expect(judge(operation, answer, how)).toEqual([]);
  expect(judge(operation, { ...answer, headers }, how)).toEqual(['lacks ETag']);
  const body = answer.body.replace('"kyc_level":"none"', '"kyc_level":"some"');
  expect(judge(operation, { ...answer, body }, how)).toHaveLength(1);
  const more = { ...answer.headers, 'x-more': '1' };
  expect(judge(operation, { ...answer, headers: more }, how)).toEqual(['does not declare x-more']);
});

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  /** The media type of the body; nothing is said of a body otherwise. */
  readonly type?: string;
}

/** Builds and serves; judges what is answered by what openapi.json says of it. */
async function publish(sources: Sources) {
  const { out, read, readManifest } = await publicationOf(sources);
  const { ask } = await preview(out);
  const openApi: OpenApi = JSON.parse(read('openapi.json'));
  const validators = new Map<string, ReturnType<typeof compileSchema>>();
  const validatorOf = (schema: Part) => {
    const key = JSON.stringify(schema);
    const components = { schemas: openApi.components['schemas'] };
    const validate = validators.get(key) ?? compileSchema(closed({ ...schema, components }));
    validators.set(key, validate);
    return validate;
  };
  const judge = (operation: Operation, answer: Answered, { status, type }: Asked) => {
    if (answer.status !== status) return [`is ${answer.status}, not ${status}`];
    const { headers, content = {} } = responseOf(operation, status, openApi);
    // An answer without its content has the headers that it would have with it.
    const whole = status === 304 ? responseOf(operation, 200, openApi).headers : {};
    const wrong = judgeHeaders(answer, { ...whole, ...headers }, openApi);
    if (type === undefined) return wrong;
    const [sent] = (answer.headers['content-type'] ?? '').split(';');
    if (sent !== type) return [...wrong, `is ${sent}, not ${type}`];
    const schema = content[type]?.schema;
    if (schema === undefined) return [...wrong, `does not describe ${type}`];
    const isJson = /\bjson$/.test(type);
    if (type === 'text/csv') parseCsv(answer.body);
    const value: unknown = isJson ? JSON.parse(answer.body) : answer.body;
    return [...wrong, ...objections(validatorOf(schema), value)];
  };
  return { openApi, ask, judge, manifest: readManifest() };
}

function judgeHeaders(
  { headers }: Answered,
  declared: Response['headers'],
  openApi: OpenApi,
): string[] {
  const wrong: string[] = [];
  for (const [field, given] of Object.entries(declared)) {
    const value = headers[field.toLowerCase()];
    const { schema } = resolve(given, openApi) as { schema: Part };
    if (value === undefined) wrong.push(`lacks ${field}`);
    else
      wrong.push(...objections(headerValidator(schema), value).map((what) => `${field} ${what}`));
  }
  const known = new Set([...KNOWN, ...Object.keys(declared).map((field) => field.toLowerCase())]);
  const unknown = Object.keys(headers).filter((field) => !known.has(field));
  return [...wrong, ...unknown.map((field) => `does not declare ${field}`)];
}

const headerValidators = new Map<string, ReturnType<typeof compileSchema>>();

/** There are few of them, and they are asked often. */
function headerValidator(schema: Part): ReturnType<typeof compileSchema> {
  const key = JSON.stringify(schema);
  const validate = headerValidators.get(key) ?? compileSchema(schema);
  headerValidators.set(key, validate);
  return validate;
}

function resolve(part: Part, openApi: OpenApi): Part {
  const [, section, name] = /^#\/components\/(\w+)\/(\w[\w-]*)$/.exec(String(part['$ref'])) ?? [];
  if (section === undefined || name === undefined) return part;
  const found = openApi.components[section]?.[name];
  if (found === undefined) throw new Error(`No component ${section}/${name}`);
  return found;
}

function responseOf({ responses }: Operation, status: number, openApi: OpenApi): Response {
  const response = responses[status];
  if (response === undefined) throw new Error(`No response for ${status}`);
  return resolve(response, openApi) as unknown as Response;
}

function contentOf(operation: Operation, status: number, openApi: OpenApi) {
  return responseOf(operation, status, openApi).content ?? {};
}

/** The addresses of a path, none of years, which have no changes here: with each of its examples, or with a given name, for every parameter. */
function fillIn(template: string, get: Operation, openApi: OpenApi, name?: string): string[] {
  if (template.includes('{year}') && name === undefined) return [];
  const { pathname } = new URL(openApi.servers[0]?.url ?? '');
  const parameters = get.parameters
    .map((part) => resolve(part, openApi) as unknown as Parameter)
    .filter((parameter) => parameter.in === 'path');
  return parameters
    .reduce(
      (paths, { name: key, example, examples = {} }) => {
        const given = Object.values(examples).map(({ value }) => value);
        const names = name === undefined ? [...given, ...[example ?? []].flat()] : [name];
        return paths.flatMap((path) => names.map((value) => path.replace(`{${key}}`, value)));
      },
      [template],
    )
    .map((path) => pathname.replace(/\/$/, '') + path);
}

function removedIn(sources: Sources): string {
  const text = Buffer.from(sources['categories.yaml'] ?? '').toString();
  return /slug: (\S+)\n\s+removed_at/.exec(text)?.[1] ?? '';
}
