import type { Dataset, Slug } from '../model/index.ts';
import { sourceNames } from './layout.ts';
import { claimsIn, type Entity, type Sources } from './sources.ts';

/** The dataset that valid sources describe. */
export function toDataset({ service, metrics, categories, operators }: Sources): Dataset {
  return {
    service: whole(service),
    metrics: new Map(wholes(metrics).map((metric) => [metric.key, metric])),
    activeCategories: wholes(categories?.active),
    removedCategories: wholes(categories?.removed),
    operators: operators
      .map((dossier) => ({
        slug: dossier.slug as Slug, // the rule file-name-is-slug held
        claims: wholes(claimsIn(dossier)),
        ...whole(dossier.operator?.entity),
      }))
      .sort((a, b) => a.id - b.id),
  };
}

/** The value of each valid source by name, for `readSources` of the next build. */
export function valuesOf({ service, metrics, categories, operators }: Sources) {
  const values = new Map<string, unknown>([
    ['service.yaml', whole(service)],
    ['metrics.yaml', wholes(metrics)],
    [
      'categories.yaml',
      { active: wholes(categories?.active), removed: wholes(categories?.removed) },
    ],
  ]);
  for (const { slug, operator, facts } of operators) {
    const [ofOperator, ofFacts] = sourceNames(slug);
    values.set(ofOperator, whole(operator?.entity));
    if (facts !== null) values.set(ofFacts, wholes(facts.claims));
  }
  return values;
}

function wholes<T>(entities: readonly Entity<T>[] | null | undefined): T[] {
  return (entities ?? []).map(whole);
}

function whole<T>(entity: Entity<T> | null | undefined): T {
  if (entity?.whole == null)
    throw new Error('Broken invariant: an unsound source was not reported');
  return entity.whole;
}
