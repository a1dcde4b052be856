import { type Checked, collectDiagnostics } from '../diagnostics/index.ts';
import type { Claim, Frame, Operator, OperatorRecord, Slug } from '../model/index.ts';
import type { DataFile } from '../source/index.ts';
import { sourceNames } from './layout.ts';
import { openSources, type Recall } from './read-sources.ts';
import { type OperatorRecall, RecalledOperator } from './recalled-operator.ts';
import { rules } from './rules/index.ts';
import type { Dossier, Entity, SharedSources } from './sources.ts';

/**
 * Reads sources and holds them against every rule, one operator at a time, of which no more is kept
 * than the rules need.
 *
 * @param folder As diagnostics print it.
 * @param now The clock of the build, in milliseconds since 1970.
 * @param onOperator Is given each operator in which nothing is wrong by itself, in the order of
 *   their files.
 * @returns What is about no operator, or null when anything is wrong.
 */
export function validate(
  folder: string,
  files: Iterable<DataFile>,
  now: number,
  recall: Recall,
  onOperator: (operator: Operator) => void,
): Checked<Frame | null> {
  const { diagnostics, report } = collectDiagnostics();
  const { shared, dossiers } = openSources(folder, files, now, recall, report);
  const inspections = rules.map(({ scope, begin }) => ({ scope, ...begin(shared, report) }));
  const recalled = recallOperators(recall);
  let areAllSound = true;
  for (const dossier of dossiers(report)) {
    for (const { scope, see } of inspections) {
      if (scope === 'all' || !dossier.isSettled) see?.(dossier);
    }
    const operator = operatorOf(dossier, recalled);
    if (operator === null) areAllSound = false;
    else onOperator(operator);
  }
  const again = () => dossiers(() => {});
  for (const { conclude } of inspections) conclude?.(again);
  if (!areAllSound && diagnostics.length === 0) {
    throw new Error('Broken invariant: an unsound source was not reported');
  }
  return { value: diagnostics.length > 0 ? null : frameOf(shared), diagnostics };
}

function recallOperators(recall: Recall): OperatorRecall {
  return {
    recordOf: rememberLast((slug) => recall.valueOf(sourceNames(slug)[0]) as OperatorRecord),
    claimsOf: rememberLast(
      (slug) => (recall.valueOf(sourceNames(slug)[1]) ?? []) as readonly Claim[],
    ),
  };
}

/** A function that gives the same again where it is asked the same again. */
function rememberLast<K, V>(make: (key: K) => V): (key: K) => V {
  let last: { readonly key: K; readonly value: V } | null = null;
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}

/** An operator that could be read; null where anything in its own sources is unsound. */
function operatorOf(
  { slug, operator, facts, isOnCall }: Dossier,
  recalled: OperatorRecall,
): Operator | null {
  const record = operator?.entity?.whole ?? null;
  const claims = (facts?.claims ?? []).map(({ whole }) => whole).filter((claim) => claim !== null);
  if (record === null || claims.length < (facts?.claims.length ?? 0)) return null;
  const whole = { ...record, slug: slug as Slug, claims }; // the rule file-name-is-slug held
  return isOnCall ? new RecalledOperator(whole, recalled) : whole;
}

function frameOf({ service, metrics, categories }: SharedSources): Frame {
  return {
    service: whole(service),
    metrics: new Map(wholes(metrics ?? []).map((metric) => [metric.key, metric])),
    activeCategories: wholes(categories?.active ?? []),
    removedCategories: wholes(categories?.removed ?? []),
  };
}

function wholes<T>(entities: readonly Entity<T>[]): T[] {
  return entities.map(whole);
}

function whole<T>(entity: Entity<T> | null): T {
  if (entity?.whole == null)
    throw new Error('Broken invariant: an unsound source was not reported');
  return entity.whole;
}
