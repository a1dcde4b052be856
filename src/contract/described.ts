import type { Dataset } from '../model/index.ts';
import { isTable } from '../represent/index.ts';
import type { AnswerKind, Coverage, ProblemDocument, Resource, Table } from '../resources/index.ts';
import { ANSWERS } from './answers.ts';

/** What a publication consists of, as far as descriptions of it are concerned. */
export interface Described {
  /** With the addresses at which it is published. */
  readonly dataset: Dataset;
  readonly coverage: Coverage;
  /** Everything that has an address, but the descriptions themselves. */
  readonly resources: readonly Resource[];
  /** Tables that are published besides, though they cannot be planned yet. */
  readonly further: readonly ('changes' | 'snapshots')[];
}

/** A publication sorted by kind: what every description asks for. */
export interface Outline extends Described {
  readonly baseUrl: string;
  /** The kinds of answers that there are, in the order in which they are described. */
  readonly kinds: readonly AnswerKind[];
  readonly tables: ReadonlyMap<AnswerKind, readonly Table[]>;
  readonly problems: readonly ProblemDocument[];
  /** Whether answers of a kind have a CSV form. */
  readonly hasCsv: (kind: AnswerKind) => boolean;
}

/** Sorts a publication by kind. */
export function outline(described: Described): Outline {
  const tables = new Map<AnswerKind, Table[]>();
  const problems: ProblemDocument[] = [];
  let kind: Resource['kind'] | null = null;
  let alike: Table[] = [];
  for (const resource of described.resources) {
    if (resource.kind === 'problem') problems.push(resource);
    if (!isTable(resource)) continue;
    // Most stand behind another one of their kind.
    if (resource.kind !== kind) {
      kind = resource.kind;
      alike = tables.get(kind) ?? [];
      tables.set(kind, alike);
    }
    alike.push(resource);
  }
  return {
    ...described,
    baseUrl: described.dataset.service.base_url,
    // A dataset without operators has none to show, but its addresses have a meaning all the same.
    kinds: (Object.keys(ANSWERS) as AnswerKind[]).filter((kind) => {
      if (kind === 'changes' || kind === 'snapshots') return described.further.includes(kind);
      return kind !== 'claim' || described.dataset.service.claim_pages !== 'none';
    }),
    tables,
    problems,
    hasCsv: (kind) => kind !== 'claim' || described.dataset.service.claim_pages === 'json_and_csv',
  };
}
