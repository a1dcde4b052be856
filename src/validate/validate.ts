import { type Checked, collectDiagnostics } from '../diagnostics/index.ts';
import { briefOf, type Frame, type ListedOperator, type Slug } from '../model/index.ts';
import type { DataFile } from '../source/index.ts';
import { openSources } from './read-sources.ts';
import type { Recall } from './recall.ts';
import { type OperatorRecall, RecalledOperator } from './recalled-operator.ts';
import { rules } from './rules/index.ts';
import { claimsIn, type Dossier, type Entity, type SharedSources } from './sources.ts';

/**
 * Reads sources and holds them against every rule, one operator at a time, of which no more is kept
 * than the rules need.
 *
 * @param folder As diagnostics print it.
 * @param files With what is wrong with their names, which is reported along.
 * @param now The clock of the build, in milliseconds since 1970.
 * @param onOperator Is given each operator in which nothing is wrong by itself, in the order of
 *   their files.
 * @returns What is about no operator, or null when anything is wrong.
 */
export function validate(
  folder: string,
  files: Checked<Iterable<DataFile>>,
  now: number,
  recall: Recall,
  onOperator: (operator: ListedOperator) => void,
): Checked<Frame | null> {
  const { diagnostics, report } = collectDiagnostics();
  for (const { place, finding } of files.diagnostics) report(place, finding);
  const { shared, dossiers, recalled } = openSources(folder, files, now, recall, report);
  const inspections = rules.map(({ scope, begin }) => ({ scope, ...begin(shared, report) }));
  const keys = new Map(shared.metrics?.map(({ value: { key = '' } }) => [key, key]));
  let areAllSound = true;
  for (const dossier of dossiers(report)) {
    for (const { scope, see } of inspections) {
      if (scope === 'all' || dossier.listing === null) see?.(dossier);
    }
    const operator = operatorOf(dossier, recalled, keys);
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

/** An operator that could be read; null where anything in its own sources is unsound. */
function operatorOf(
  dossier: Dossier,
  recalled: OperatorRecall,
  keys: ReadonlyMap<string, string>,
): ListedOperator | null {
  const { slug: name, operator, listing } = dossier;
  const slug = name as Slug; // the rule file-name-is-slug held
  if (listing !== null) return new RecalledOperator(slug, listing, null, recalled);
  const record = operator?.entity?.whole ?? null;
  const read = claimsIn(dossier);
  const claims = read.map(({ whole }) => whole).filter((claim) => claim !== null);
  if (record === null || claims.length < read.length) return null;
  const claimCount = claims.length;
  const whole = { slug, claims, claimCount, ...record };
  const brief = briefOf(whole, keys);
  return dossier.isOnCall()
    ? new RecalledOperator(slug, whole, brief, recalled)
    : { brief, ...whole };
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
