import type { Change, EditableSources } from '../edit/index.ts';
import { type Dataset, isActive, type Operator } from '../model/index.ts';
import { freeNumbers, sourceNames, suggestSlug } from '../validate/index.ts';
import { findOperator, findSimilar } from './find-operator.ts';
import { newOperator } from './new-sources.ts';
import type { CellProblem, Entry } from './read-rows.ts';
import { updateOperator } from './update-operator.ts';

/** What became of the rows about one operator. */
export interface Outcome {
  /** As spreadsheets count them, ascending. */
  readonly rows: readonly number[];
  /** The name, or else the slug or the id; empty for a row without any. */
  readonly operator: string;
  readonly slug: string | null;
  readonly id: number | null;
  readonly outcome: 'new' | 'updated' | 'unchanged' | 'skipped' | 'refused';
  /** The slug of an operator that a new one could be. */
  readonly similar: string | null;
  /** How many claims were added. */
  readonly newClaims: number;
  /** What was taken, and what was left out on purpose, in words. */
  readonly taken: readonly string[];
  readonly leftOut: readonly string[];
  readonly problems: readonly CellProblem[];
}

export interface ImportPlan {
  /** In the order of the spreadsheet. */
  readonly outcomes: readonly Outcome[];
  /** The names of active operators that no row is about; none unless operators are changed. */
  readonly missing: readonly string[];
  readonly change: Change;
}

/** The data folder that a spreadsheet is imported into. */
export interface PresentData {
  readonly dataset: Dataset;
  readonly sources: EditableSources;
}

/**
 * Decides what becomes of every entry: a new operator, or changes of one that exists.
 *
 * @param mayUpdate Whether operators that exist are changed.
 * @throws EnvironmentError when a source is written in a way that cannot be edited
 */
export function planImport(
  entries: readonly Entry[],
  { dataset, sources }: PresentData,
  mayUpdate: boolean,
): ImportPlan {
  const free = freeNumbers(() => [
    ...Array.from(sources.values(), ({ value }) => value),
    // Numbers that the spreadsheet gives are not given twice.
    ...entries.map(({ fields }) => ({ id: (fields.id?.value as number | undefined) ?? null })),
  ]);
  const present = new Set<Operator>();
  const rowsByName = new Map<string, number>();
  const changed: Change['sources'][number][] = [];
  const outcomes = entries.map((entry): Outcome => {
    const { fields, problems } = entry;
    const [row = 0] = entry.rows;
    const base = {
      rows: entry.rows,
      operator: String((fields.name ?? fields.slug ?? fields.id)?.value ?? ''),
      ...{ slug: null, id: null, similar: null, newClaims: 0, taken: [], leftOut: [] },
    };
    const refuse = (...reasons: string[]): Outcome => {
      const more = reasons.map((problem) => ({ row, cell: null, problem }));
      return { ...base, outcome: 'refused', problems: [...problems, ...more] };
    };
    if (base.operator === '') return refuse();
    const { existing, problem } = findOperator(fields, dataset.operators);
    if (existing !== null) present.add(existing);
    if (problem !== undefined) return refuse(problem);
    const names = existing === null ? newNames(entry) : { slug: existing.slug, id: existing.id };
    if ('problem' in names) return refuse(names.problem);

    const { slug } = names;
    for (const name of [`slug "${slug}"`, ...(names.id === null ? [] : [`id ${names.id}`])]) {
      const other = rowsByName.get(name);
      if (other !== undefined) return refuse(`has the ${name}, as row ${other} has`);
      rowsByName.set(name, row);
    }
    if (existing !== null && !mayUpdate) {
      const leftOut = [`${sourceNames(slug)[0]} exists; --update compares it`];
      return { ...base, ...names, outcome: 'skipped', leftOut, problems: [] };
    }
    const id = names.id ?? Number(free.operatorId());
    const { files, ...result } =
      existing === null
        ? newOperator(entry, { slug, id, claimId: free.claimId }, sources)
        : updateOperator(existing, entry, sources, free.claimId);
    changed.push(...files);
    const outcome = existing === null ? 'new' : files.length > 0 ? 'updated' : 'unchanged';
    const similar = existing === null ? findSimilar(entry, dataset.operators) : null;
    return { ...base, ...result, outcome, similar, slug, id };
  });
  const missing = dataset.operators.filter((one) => isActive(one) && !present.has(one));
  return {
    outcomes,
    missing: mayUpdate ? missing.map(({ name }) => name) : [],
    change: { sources: changed, notes: [] },
  };
}

/** The slug of a new operator, and its id if the spreadsheet gives one; or why it cannot be added. */
function newNames({ fields, claims, date }: Entry) {
  const { name, slug, id } = fields;
  if (name === undefined)
    return { problem: 'names no operator that exists, and a new one needs a name' };
  const named = slug === undefined ? suggestSlug(String(name.value)) : String(slug.value);
  if (named === null) {
    return { problem: 'has a name that no slug can be made of; add a column with slugs' };
  }
  if (claims.length === 0 && date === null && fields.updated_at === undefined) {
    return { problem: 'has no date and no claims, and an operator needs a date' };
  }
  return { slug: named, id: id === undefined ? null : Number(id.value) };
}
