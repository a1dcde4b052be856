import { API_VERSION, type Timestamp } from '../model/index.ts';
import { inMarkdown, MEDIA_TYPES, toCsv } from '../represent/index.ts';
import {
  ANSWERS,
  type AnswerKind,
  type ProblemDocument,
  problemDocuments,
  problemPath,
  removedCategoryPath,
} from '../resources/index.ts';
import { schemaPath } from './document.ts';
import { type Frame, type Names, NO_DIGEST, type Outline, SOME_TIME } from './outline.ts';
import { DIALECT } from './schema-documents.ts';

/** Samples in JSON and CSV. */
export interface Examples {
  /** Whether there is an example of a kind. */
  readonly has: (kind: AnswerKind) => boolean;
  readonly json: (kind: AnswerKind, generatedAt: Timestamp) => object | null;
  readonly csv: (kind: AnswerKind) => string | null;
  /** Error answers by their paths. */
  readonly problems: ReadonlyMap<string, ProblemDocument>;
}

/** Renders samples in JSON and CSV. */
export function takeExamples({ frame, samples }: Pick<Outline, 'frame' | 'samples'>): Examples {
  return {
    has: (kind) => samples.has(kind),
    json: (kind, generatedAt) => {
      const sample = samples.get(kind);
      return sample === undefined ? null : { meta: sample.meta(generatedAt), data: sample.rows };
    },
    csv: (kind) => {
      const sample = samples.get(kind);
      return sample === undefined ? null : toCsv(sample.columns, sample.rows);
    },
    problems: new Map(problemDocuments(frame).map((problem) => [problem.paths[0], problem])),
  };
}

/** Whether any answer of a kind is published: a path with a parameter needs a value for it. */
export function isAnswered(kind: AnswerKind, names: Names): boolean {
  const { parameter } = ANSWERS[kind];
  return parameter === null || Object.keys(names[parameter]).length > 0;
}

/** Examples of documents with one form, by the paths of OpenAPI: how they begin, with made-up numbers. */
export function documentExamples(
  { service: { name, base_url }, removedCategories: [removed] }: Frame,
  { problems }: Examples,
): { readonly [path: string]: unknown } {
  const overview = `# ${inMarkdown(name)}\n`;
  const file = {
    path: 'operators.json',
    media_type: MEDIA_TYPES.json,
    bytes: 48_213,
    sha256: NO_DIGEST,
    generated_at: SOME_TIME,
  };
  const entry = { kind: 'list', path: '/operators', aliases: [], rows: 17, files: [file] };
  return {
    'openapi.json': { openapi: '3.1.0', info: { title: name, version: API_VERSION }, paths: {} },
    'schemas/{schema}.json': {
      $schema: DIALECT,
      $id: `${base_url}/${schemaPath('operators')}`,
      type: 'object',
    },
    'csvw/{table}.json': {
      '@context': 'http://www.w3.org/ns/csvw',
      url: '../operators.csv',
      tableSchema: { columns: [{ name: 'id', datatype: 'integer' }] },
    },
    'dataset.jsonld': {
      '@context': 'https://schema.org',
      '@type': 'Dataset',
      '@id': base_url,
      name,
    },
    'api-catalog.json': { linkset: [{ anchor: base_url, item: [{ href: base_url }] }] },
    'llms.txt': overview,
    'llms-full.txt': overview,
    'manifest.json': {
      generated_at: SOME_TIME,
      version: API_VERSION,
      base_url,
      precompressed: false,
      resources: [entry],
    },
    'problems/{problem}.json': problems.get(problemPath('unknown-operator'))?.body,
    'problems/removed-category/{category}.json':
      removed && problems.get(removedCategoryPath(removed.slug))?.body,
    'changes.atom': `<feed xmlns="http://www.w3.org/2005/Atom"><id>tag:compare.example,2026:changes</id><title>Changes</title><updated>${SOME_TIME}</updated></feed>\n`,
  };
}
