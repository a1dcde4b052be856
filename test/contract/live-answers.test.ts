import { parse as parseCsv } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { BuildOptions } from '../../src/index.ts';
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
  readonly servers?: readonly { readonly url: string }[];
  readonly get: Operation;
  readonly head?: Operation;
  readonly options?: Operation;
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

/** What every HTTP answer may carry without a word. */
const HTTP = [
  'accept-ranges',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
];

it.each([
  ['the sample data', sampleSources()],
  ['claims in JSON alone', tiny(claimPages('json'))],
  ['an API that will end', DEPRECATED],
])('every answer of serve is what openapi.json says: %s', async (_, sources) => {
  const { openApi, ask, judge } = await publish(sources);
  const wrong: string[] = [];
  const asked = new Set<string>();
  const check = async (item: PathItem, path: string, how: Asked) => {
    const { method = 'GET', headers = {}, status } = how;
    const operation = item[method.toLowerCase() as 'get' | 'head' | 'options'] ?? item.get;
    const answer = await ask(path, headers, method);
    asked.add(`${operation.operationId} ${status}`);
    const told = `${method} ${path} ${JSON.stringify(headers)}`;
    wrong.push(...judge(operation, answer, how).map((what) => `${told}: ${what}`));
    return answer;
  };

  for (const [template, item] of Object.entries(openApi.paths)) {
    for (const path of fillIn(template, item, openApi)) {
      const types = Object.keys(contentOf(item.get, 200, openApi));
      for (const type of types) {
        const headers = types.length > 1 ? { accept: type } : {};
        const { headers: own } = await check(item, path, { headers, status: 200, type });
        const known = { ...headers, 'if-none-match': own.etag ?? '' };
        await check(item, path, { headers: known, status: 304 });
        const since = { ...headers, 'if-modified-since': own['last-modified'] ?? '' };
        await check(item, path, { headers: since, status: 304 });
        const failing = { ...headers, 'if-match': '"of something else"' };
        await check(item, path, { headers: failing, status: 412 });
        const beyond = { ...headers, range: 'bytes=999999999-' };
        await check(item, path, { headers: beyond, status: 416 });
        if (item.head !== undefined) {
          await check(item, path, { method: 'HEAD', headers: failing, status: 412 });
          await check(item, path, { method: 'HEAD', headers, status: 200, type });
        }
      }
      if (item.options !== undefined) {
        await check(item, path, { method: 'OPTIONS', status: 204 });
      }
      await check(item, path, { method: 'POST', status: 405, type: PROBLEM });
    }
    for (const status of [404, 410].filter((status) => status in item.get.responses)) {
      const name = status === 410 ? removedIn(sources) : 'not-there';
      const path = fillIn(template, item, openApi, name)[0] ?? '';
      // A path without a name in it is always there.
      if (path !== template && template.includes('{')) {
        await check(item, path, { status, type: PROBLEM });
        if (item.head !== undefined)
          await check(item, path, { method: 'HEAD', status, type: PROBLEM });
      }
    }
  }
  expect(wrong).toEqual([]);
  const promised = Object.entries(openApi.paths).flatMap(([template, { get }]) => {
    const statuses = template.includes('{') ? [200, 404, 410] : [200];
    return statuses
      .filter((status) => status in get.responses)
      .map((status) => `${get.operationId} ${status}`);
  });
  expect(promised).toEqual(expect.arrayContaining(['getOneOperator 404', 'getRanking 410']));
  expect(promised.filter((promise) => !asked.has(promise))).toEqual([]);
});

it('a part of a download is what openapi.json says', async () => {
  const { openApi, ask, judge } = await publish(tiny(), { snapshots: true });
  const item = openApi.paths['/snapshots/{file}'];
  if (item === undefined) throw new Error('No such path');
  for (const [file, type] of [
    ['operator-api.zip', 'application/zip'],
    ['operators.sqlite', 'application/vnd.sqlite3'],
    ['SHA256SUMS', 'text/plain'],
  ] as const) {
    const path = `/api/v1/snapshots/${file}`;
    const part = await ask(path, { range: 'bytes=-4' });
    expect(judge(item.get, part, { status: 206 })).toEqual([]);
    expect(part.headers['content-type']?.split(';')[0]).toBe(type);
    expect(contentOf(item.get, 206, openApi)).toHaveProperty([type]);
  }
});

it('names every address that is published', async () => {
  const { openApi, manifest } = await publish(sampleSources());
  const patterns = Object.keys(openApi.paths).map(
    (path) => new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  );
  const published = manifest.resources.flatMap(({ files }) => files.map(({ path }) => `/${path}`));
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

const PROBLEM = 'application/problem+json';

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  /** The media type of the body; nothing is said of a body otherwise. */
  readonly type?: string;
}

/** Builds and serves; judges what is answered by what openapi.json says of it. */
async function publish(sources: Sources, options: Partial<BuildOptions> = {}) {
  const { out, read, readManifest } = await publicationOf(sources, options);
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
  const judge = (operation: Operation, answer: Answered, { method, status, type }: Asked) => {
    if (answer.status !== status) return [`is ${answer.status}, not ${status}`];
    const { headers, content = {} } = responseOf(operation, status, openApi);
    const wrong = judgeHeaders(answer, headers, openApi);
    if (type === undefined) return wrong;
    const [sent] = (answer.headers['content-type'] ?? '').split(';');
    if (sent !== type) return [...wrong, `is ${sent}, not ${type}`];
    if (method === 'HEAD') return answer.body === '' ? wrong : [...wrong, 'has a body'];
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
  const known = new Set([...HTTP, ...Object.keys(declared).map((field) => field.toLowerCase())]);
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
  const response = responses[status] ?? responses[`${String(status)[0]}XX`];
  if (response === undefined) throw new Error(`No response for ${status}`);
  return resolve(response, openApi) as unknown as Response;
}

function contentOf(operation: Operation, status: number, openApi: OpenApi) {
  return responseOf(operation, status, openApi).content ?? {};
}

/** The addresses of a path: with each of its examples, or with a given name, for every parameter. */
function fillIn(template: string, item: PathItem, openApi: OpenApi, name?: string): string[] {
  const [server] = item.servers ?? openApi.servers;
  const { pathname } = new URL(server?.url ?? '');
  const parameters = item.get.parameters
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
