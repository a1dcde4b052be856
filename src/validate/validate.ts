import { type Checked, collectDiagnostics } from '../diagnostics/index.ts';
import type { Dataset, Operator, Slug } from '../model/index.ts';
import { rules } from './rules/index.ts';
import type { Entity, Sources } from './sources.ts';

/**
 * Holds the sources against every rule and makes the dataset of them.
 *
 * @param earlier Whether reading the sources already found something wrong.
 * @returns The dataset, or null when anything is wrong.
 */
export function validate(sources: Sources, earlier: boolean): Checked<Dataset | null> {
  const { diagnostics, report } = collectDiagnostics();
  const unsettled = {
    ...sources,
    operators: sources.operators.filter(({ slug }) => !sources.isSettled(slug)),
    facts: sources.facts.filter(({ slug }) => !sources.isSettled(slug)),
  };
  for (const { scope, check } of rules) check(scope === 'operator' ? unsettled : sources, report);
  return { value: earlier || diagnostics.length > 0 ? null : toDataset(sources), diagnostics };
}

function toDataset({ service, metrics, categories, operators, facts }: Sources): Dataset {
  const claims = new Map(facts.map((source) => [source.slug, wholes(source.claims)]));
  return {
    service: whole(service),
    metrics: new Map(wholes(metrics ?? []).map((metric) => [metric.key, metric])),
    activeCategories: wholes(categories?.active ?? []),
    removedCategories: wholes(categories?.removed ?? []),
    operators: operators
      .map(
        ({ slug, entity }): Operator => ({
          ...whole(entity),
          slug: slug as Slug, // the rule file-name-is-slug held
          claims: claims.get(slug) ?? [],
        }),
      )
      .sort((a, b) => a.id - b.id),
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
