import type { CallToolResult, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { ApiError, type AskOptions } from '../client/index.ts';
import { compactSchema } from './compact-schema.ts';
import type { Api } from './open-api.ts';

/** A question that a model can ask. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: StandardSchemaWithJSON;
  readonly output: StandardSchemaWithJSON;
  readonly answer: (given: unknown, api: Api, options: AskOptions) => Promise<CallToolResult>;
}

interface Definition<Input extends z.ZodRawShape> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  /** Fields of the answer; what `draft` gives beyond them is left out. */
  readonly output: z.ZodRawShape;
  readonly draft: (
    given: z.output<z.ZodObject<Input>>,
    api: Api,
    options: AskOptions,
  ) => Promise<Draft>;
}

/** An answer before it is cut to size. */
export interface Draft {
  /** The path of the published answer that it comes from. */
  readonly path: string;
  /** What the answer is about, in words. */
  readonly head: string;
  /** The fields of the structured answer, except the lists. */
  readonly about?: Readonly<Record<string, unknown>>;
  readonly lists: readonly List[];
}

/** Records, each with a line of text. */
interface List {
  /** The field of the structured answer. */
  readonly name: string;
  readonly rows: readonly unknown[];
  readonly line: (row: never) => string;
}

export function list<Row>(name: string, rows: readonly Row[], line: (row: Row) => string): List {
  return { name, rows, line };
}

/** A question that cannot be answered as it was asked. The message says what to ask instead. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The argument of every tool with lists. */
export const limit = z.int().min(1).optional().describe('Rows; by default up to 20 that fit');

/** Defines a tool. */
export function defineTool<Input extends z.ZodRawShape>(definition: Definition<Input>): Tool {
  const { name, description, draft } = definition;
  const input = z.strictObject(definition.input);
  const output = z.object({
    ...definition.output,
    left_out: z.string().nullable(),
    source: z.string(),
  });
  return {
    name,
    description,
    input: compactSchema(input),
    output: compactSchema(output),
    async answer(given, api, options) {
      const asked = input.parse(given);
      const drafted = await draft(asked, api, options);
      const { limit } = asked as { readonly limit?: number }; // of the tools that have it
      return cutToFit(drafted, limit, api, output);
    },
  };
}

/**
 * How long an answer may be that nobody asked to be longer: 4,000 tokens. Measured answers have at least
 * 2.7 bytes a token.
 */
const MOST_BYTES = 10_000;
const MOST_ROWS = 20;

/** The answer with as many rows of each list as fit, or as many as were asked for. */
function cutToFit(draft: Draft, limit: number | undefined, api: Api, output: z.ZodObject) {
  if (limit !== undefined) return render(draft, limit, api, output);
  for (let rows = MOST_ROWS; rows > 0; rows -= 1) {
    const result = render(draft, rows, api, output);
    if (Buffer.byteLength(JSON.stringify(result)) <= MOST_BYTES) return result;
  }
  return render(shortenTexts(draft), 1, api, output);
}

function render(
  { path, head, about, lists }: Draft,
  most: number,
  { service }: Api,
  output: z.ZodObject,
): CallToolResult {
  const shown = lists.map(({ name, rows, line }) => {
    const first = rows.slice(0, most);
    return { name, rows: first, lines: first.map((row) => line(row as never)) }; // a row of its list
  });
  const left_out = describeLeftOut(lists, most);
  const source = `${service.base_url}/${path}`;
  const structured = validate(output, {
    ...about,
    ...Object.fromEntries(shown.map(({ name, rows }) => [name, rows])),
    left_out,
    source,
  });
  const lines = shown.flatMap(({ name, lines }) =>
    lists.length === 1 || lines.length === 0 ? lines : [`${name.replaceAll('_', ' ')}:`, ...lines],
  );
  const text = [
    head,
    ...lines,
    ...(left_out === null ? [] : [left_out]),
    `Source: ${service.name}, ${service.license.name}, ${source}`,
  ].join('\n');
  return {
    content: [{ type: 'text', text }],
    structuredContent: structured,
  };
}

function validate(output: z.ZodObject, answer: unknown): z.output<z.ZodObject> {
  const { data, error } = output.safeParse(answer);
  if (data !== undefined) return data;
  const fields = error.issues.map(({ path }) => path.join('.'));
  throw new Refusal(
    `The API sends what this version of operator-api does not know, in ${fields.join(', ')}. Update operator-api.`,
  );
}

function describeLeftOut(lists: readonly List[], most: number): string | null {
  const cut = lists.filter(({ rows }) => rows.length > most);
  if (cut.length === 0) return null;
  const counts = cut.map(
    ({ name, rows }) => `${most} of ${rows.length} ${name.replaceAll('_', ' ')}`,
  );
  const all = Math.max(...cut.map(({ rows }) => rows.length));
  return `Only the first ${counts.join(', ')}. For all, ask again with limit: ${all}.`;
}

const LONGEST_TEXT = 200;

/** The same draft, with long texts cut. Addresses stay whole. */
function shortenTexts<T>(value: T): T {
  if (typeof value === 'string') {
    return (
      value.length <= LONGEST_TEXT || /^https?:/.test(value)
        ? value
        : `${value.slice(0, LONGEST_TEXT)}… (cut)`
    ) as T;
  }
  if (Array.isArray(value)) return value.map(shortenTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, shortenTexts(member)]),
  ) as T;
}

/** A failure as a model can use it; null for a bug. */
export function describeFailure(error: unknown): string | null {
  if (error instanceof Refusal) return error.message;
  if (error instanceof ApiError)
    return `The API gave no usable answer. ${error.message}. Try again later.`;
  return null;
}
