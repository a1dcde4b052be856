import { ANSWERS, type AnswerKind, metricColumns } from '../resources/index.ts';
import { type JsonSchema, type NamedSchema, recordOf } from './json-schema.ts';
import type { Outline } from './outline.ts';
import { ANSWER_COMPONENTS, ANSWER_SCHEMAS } from './schemas.ts';

type Metrics = Pick<Outline, 'metrics'>;

/** The schema of a kind of answer, with a column for each metric if it has them. */
export function answerSchema(kind: AnswerKind, outline: Metrics): NamedSchema {
  const named = ANSWER_SCHEMAS[kind];
  if (!ANSWERS[kind].metricColumns) return named;
  const { properties, ...others } = named.schema as { properties: { data: JsonSchema } };
  const items = withMetrics(recordOf(named.schema), outline);
  return {
    name: named.name,
    schema: { ...others, properties: { ...properties, data: { ...properties.data, items } } },
  };
}

/** The OpenAPI components of a kind of answer, with a column for each metric if it has them. */
export function answerComponents(kind: AnswerKind, outline: Metrics) {
  const components = ANSWER_COMPONENTS[kind];
  const { record, metricColumns } = ANSWERS[kind];
  if (!metricColumns) return components;
  const schema = components[record] as unknown as ReturnType<typeof recordOf>;
  return { ...components, [record]: withMetrics(schema, outline) as unknown as JsonSchema };
}

function withMetrics<S extends ReturnType<typeof recordOf>>(schema: S, { metrics }: Metrics): S {
  const keys = metricColumns(metrics);
  const columns = [...metrics.values()]
    .filter(({ key }) => keys.includes(key))
    .map(({ key, name, unit, type }) => {
      const description = `${name}${unit === null ? '' : `, in ${unit}`}: the value of the current claim; null if there is none.`;
      return [key, { description, type: [type, 'null'] }] as const;
    });
  return {
    ...schema,
    properties: { ...schema.properties, ...Object.fromEntries(columns) },
    required: [...schema.required, ...keys],
  };
}
