import { collectDiagnostics, OutOfDate, type Report } from '../diagnostics/index.ts';
import {
  briefOf,
  type Claim,
  claim,
  type OperatorRecord,
  operatorRecord,
  type Slug,
} from '../model/index.ts';
import type { DataFile, SourceDocument } from '../source/index.ts';
import { bringsNames } from './brings-names.ts';
import { classify } from './layout.ts';
import { placesOnCall, readDocument } from './read-document.ts';
import {
  placesBelow,
  readEntities,
  readEntity,
  recallEntities,
  recallEntity,
} from './read-entity.ts';
import type { Recall } from './recall.ts';
import type { OperatorRecall } from './recalled-operator.ts';
import type { Dossier, FactsSource, OperatorSource } from './sources.ts';

/** The files about one operator. */
export interface SourcePair {
  operator: DataFile | null;
  facts: DataFile | null;
}

const WHAT_BELONGS = {
  operator: 'the fields of the operator',
  facts: '[] for an operator without claims',
} as const;

/** Where more operators changed, to look at all is faster than to read those twice. */
const MOST_READ_TWICE = 100;

/**
 * What is said about each operator, in the order of the files.
 *
 * @param pairs By the common name of the files.
 * @param report Hears what is wrong with a file once somebody looks at what it holds.
 */
export function* readDossiers(
  pairs: ReadonlyMap<string, SourcePair>,
  recall: Recall,
  report: Report,
): Generator<Dossier> {
  const areMetricsSame = recall.isSame('metrics.yaml');
  const listingOf = (slug: string) => (areMetricsSame ? (recall.listingOf(slug) ?? null) : null);
  const areNamesMoving = lazily(() => {
    const others = [...pairs].filter(([slug]) => listingOf(slug) === null);
    return (
      others.length > MOST_READ_TWICE ||
      others.some(([slug, pair]) => bringsNames({ slug, ...open(pair, recall, () => {}) }, recall))
    );
  });
  for (const [slug, pair] of pairs) {
    const sources = [pair.operator, pair.facts].filter((source) => source !== null);
    const listing = listingOf(slug);
    yield {
      slug,
      ...open(pair, recall, report),
      listing,
      mayClash: listing === null || areNamesMoving(),
      isOnCall: () =>
        sources.every(({ name }) => recall.knows(name)) &&
        !sources.every(({ name }) => recall.isHeld(name)),
    };
  }
}

/**
 * What the source about an operator holds, read without a look at any other.
 *
 * @returns undefined when anything is wrong in it, and for sources about something else
 */
export function readAlone(source: DataFile): OperatorRecord | readonly Claim[] | undefined {
  const { diagnostics, report } = collectDiagnostics();
  const role = classify(source.name);
  if (role?.kind !== 'operator' && role?.kind !== 'facts') return undefined;
  const { document } = readDocument(source, WHAT_BELONGS[role.kind], report);
  const value =
    role.kind === 'operator'
      ? readOperator(document, report)?.whole
      : readClaims(document, report).map(({ whole }) => whole);
  return diagnostics.length > 0 ? undefined : (value as OperatorRecord | readonly Claim[]);
}

/**
 * Gives what is recalled about operators, or read once more, if what was kept of it is damaged.
 *
 * @throws OutOfDate when a source does not say any more what the rules were shown
 */
export function recallOperators(
  pairs: ReadonlyMap<string, SourcePair>,
  recall: Recall,
): OperatorRecall {
  const readAgain = (source: DataFile) => {
    const value = readAlone(source);
    if (value === undefined || !recall.isSame(source.name)) {
      throw new OutOfDate(`${source.path} changed while it was being published`);
    }
    return value;
  };
  const read = (source: DataFile | null | undefined): unknown =>
    source ? (recall.valueOf(source.name) ?? readAgain(source)) : undefined;
  const recordOf = rememberLast((slug: Slug) => read(pairs.get(slug)?.operator) as OperatorRecord);
  const claimsOf = rememberLast(
    (slug: Slug) => (read(pairs.get(slug)?.facts) ?? []) as readonly Claim[],
  );
  return {
    recordOf,
    claimsOf,
    briefOf: (slug) =>
      recall.lastBriefOf(slug) ?? briefOf({ slug, claims: claimsOf(slug), ...recordOf(slug) }),
  };
}

function open({ operator, facts }: SourcePair, recall: Recall, report: Report) {
  return {
    operator: operator && new OperatorOnCall(operator, recall, report),
    facts: facts && new FactsOnCall(facts, recall, report),
  };
}

/**
 * What is said in a source about an operator, read when somebody looks at it. A class, as the next one
 * is: V8 gives each object whose getters are its own a shape of its own, and keeps it for longer than
 * the object, with all that the getters see. A million claims took 962 MiB to validate so, and take 470.
 */
class OperatorOnCall implements OperatorSource {
  readonly #read: () => OperatorSource;

  constructor(source: DataFile, recall: Recall, report: Report) {
    this.#read = lazily(() => {
      const known = recall.valueOf(source.name) as OperatorRecord | undefined;
      if (known !== undefined) {
        const { file, places } = placesOnCall(source);
        return { file, entity: recallEntity(places, [], known) };
      }
      const { file, document } = readDocument(source, WHAT_BELONGS.operator, report);
      return { file, entity: readOperator(document, report) };
    });
  }
  get file(): OperatorSource['file'] {
    return this.#read().file;
  }
  get entity(): OperatorSource['entity'] {
    return this.#read().entity;
  }
}

class FactsOnCall implements FactsSource {
  readonly #places: () => ReturnType<typeof placesOnCall>;
  readonly #read: () => FactsSource['claims'];

  constructor(source: DataFile, recall: Recall, report: Report) {
    this.#places = lazily(() => placesOnCall(source));
    this.#read = lazily(() => {
      const known = recall.valueOf(source.name) as readonly Claim[] | undefined;
      if (known === undefined) {
        return readClaims(readDocument(source, WHAT_BELONGS.facts, report).document, report);
      }
      const { places } = this.#places();
      return recallEntities(places, [], known);
    });
  }
  get file(): FactsSource['file'] {
    return this.#places().file;
  }
  get claims(): FactsSource['claims'] {
    return this.#read();
  }
  get placeOf(): FactsSource['placeOf'] {
    return placesBelow(this.#places().places, []);
  }
}

function readOperator(document: SourceDocument | null, report: Report) {
  const kind = { whole: 'operator', shape: operatorRecord };
  return document === null ? null : readEntity(document, [], kind, report);
}

function readClaims(document: SourceDocument | null, report: Report) {
  const kind = { whole: 'claim', shape: claim };
  return (document === null ? null : readEntities(document, [], kind, report)) ?? [];
}

/** A function that makes something when it is asked for it first. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
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
