import type { Place } from '../../diagnostics/index.ts';
import {
  type ConditionValue,
  choicesOf,
  hasMetricType,
  isSummaryColumn,
  problemOf,
  SUMMARY_COLUMNS,
  type SummaryColumn,
  summaryFields,
} from '../../model/index.ts';
import { inWords, wantedInFull } from '../in-words.ts';
import { nearest } from '../nearest.ts';
import type { Rule } from '../rule.ts';
import { TYPE_IN_WORDS } from './claim-value-type.ts';

export const categoryFields: Rule = {
  name: 'category-fields',
  says: 'Conditions and rankings name summary fields or metrics, and compare with values these can have.',
  check(sources, report) {
    const { categories } = sources;
    const { metricsByKey: metrics } = sources;
    if (categories === null || metrics === null) return;
    const isKnown = (field: string) => isSummaryColumn(field) || metrics.has(field);
    const reportUnknown = (field: string, place: Place) => {
      const near = nearest(field, [...SUMMARY_COLUMNS, ...metrics.keys()]);
      report(place, { code: 'category/unknown-field', field, near });
    };

    for (const [at, { value, placeOf }] of (categories.active ?? []).entries()) {
      for (const [index, { by }] of (value.rank_by ?? []).entries()) {
        if (!isKnown(by)) reportUnknown(by, placeOf('rank_by', index, 'by'));
      }
      for (const [field, condition] of Object.entries(value.where ?? {})) {
        if (!isKnown(field)) {
          reportUnknown(field, categories.placeOfKey('active', at, 'where', field));
          continue;
        }
        const wanted = isSummaryColumn(field)
          ? fieldValues(field)
          : metricValues(metrics.get(field)?.type);
        for (const [entry, path] of entriesOf(condition, field)) {
          if (wanted === null || wanted.takes(entry)) continue;
          const place = placeOf('where', ...path);
          const near = typeof entry === 'string' ? nearest(entry, wanted.choices) : null;
          const [found, inFull] = [inWords(entry, place), wanted.inWords(entry)];
          report(place, { code: 'category/not-comparable', field, found, wanted: inFull, near });
        }
      }
    }
  },
};

/** The possible values of a field: a test, and the words for it. */
interface Values {
  readonly takes: (value: ConditionValue) => boolean;
  readonly inWords: (refused: ConditionValue) => string;
  readonly choices: readonly string[];
}

function fieldValues(field: SummaryColumn): Values {
  const schema = summaryFields[field];
  return {
    takes: (value) => schema.safeParse(value).success,
    inWords: (refused) => {
      const [issue] = schema.safeParse(refused).error?.issues ?? [];
      const problem = issue === undefined ? null : problemOf(issue);
      if (problem?.rule === 'range') return problem.wanted;
      // In a source, an id must be new. Here it must be the id of an operator.
      if (field === 'id') return 'a whole number above zero';
      return wantedInFull(schema) ?? 'text';
    },
    choices: choicesOf(schema),
  };
}

function metricValues(type: keyof typeof TYPE_IN_WORDS | undefined): Values | null {
  if (type === undefined) return null;
  return {
    takes: (value) => value !== null && hasMetricType(value, type),
    inWords: () => TYPE_IN_WORDS[type],
    choices: [],
  };
}

function entriesOf(condition: ConditionValue | readonly ConditionValue[], field: string) {
  return Array.isArray(condition)
    ? condition.map((entry, index) => [entry, [field, index]] as const)
    : [[condition as ConditionValue, [field]] as const];
}
