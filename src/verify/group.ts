import type { FileSuffix } from '../represent/index.ts';
import type { Answer, Request } from './exchange.ts';

/** Part of what a deployment is held against: its rules, and the probes that test them. */
export interface Group<K extends string = string> {
  /** The first half of the id of each of its checks. */
  readonly name: string;
  /** Each rule by the second half of its id. The ids are API: added freely, never renamed. */
  readonly rules: Readonly<Record<K, Rule>>;
  readonly probes: (live: LiveApi) => readonly Probe<K>[];
}

/** What has to hold. */
export interface Rule {
  /** A sentence, as a promise to whoever uses the API. */
  readonly holds: string;
  /** Why nothing was checked where no probe had an answer to judge. */
  readonly otherwise?: string;
}

/** A request, or a few that belong together, and what they show. */
export interface Probe<K extends string = string> {
  /** The rules it can judge; where no answer comes at all, the first is the one that is broken. */
  readonly checks: readonly [K, ...K[]];
  readonly run: (client: Client) => Promise<readonly Finding<K>[]>;
}

/** What a probe found out about one rule; a rule that it could not judge has no finding. */
export interface Finding<K extends string = string> {
  readonly check: K;
  /** None: the rule holds. */
  readonly deviations: readonly Deviation[];
}

/** A part of an answer that is not what it has to be. */
export interface Deviation {
  readonly request: Request;
  readonly expected: string;
  readonly actual: string;
  /** What a reader has to look at to see it. */
  readonly seenIn: 'the answer' | 'the digest' | 'the decoded body';
}

/** Whoever asks the deployment. */
export interface Client {
  /** Asks once; the same request later gets the same answer without bothering the host again. */
  readonly ask: (request: Request) => Promise<Answer>;
  /** Asks, and remembers nothing: for answers that are many or large, and for asking again. */
  readonly askAnew: (request: Request) => Promise<Answer>;
}

/** What is known of the deployment before it is asked. */
export interface LiveApi {
  /** The resources to look at: all, or a sample. */
  readonly resources: readonly SampledResource[];
  /** Addresses without a suffix, one of each kind. */
  readonly examples: readonly string[];
  /** One alias of each example that has some. */
  readonly aliasExamples: readonly string[];
  /** Slugs of categories that answer 410. */
  readonly removedCategories: readonly string[];
  /** What nothing is called: no operator, no claim, no category, and none that was removed. */
  readonly unknownName: string;
  /** What the policy answers; `own` are the validators that the host itself gave to the file. */
  readonly expect: (request: Request, own?: OwnValidators) => Expected;
  /** How long a cache may keep an answer, in seconds. */
  readonly maxAge: number;
  readonly manifest: LiveManifest;
  /** The manifest of the build to compare with; null when there is none. */
  readonly builtManifest: ExpectedBody | null;
  /** How old the publication may be, in hours; null for any age. */
  readonly maxAgeHours: number | null;
}

/** A resource that is asked for, with what it has to be byte for byte. */
export interface SampledResource {
  /** Without a suffix, with a leading slash: `/operators/7`. */
  readonly path: string;
  readonly aliases: readonly string[];
  readonly suffixes: readonly FileSuffix[];
  readonly kind: 'table' | 'problem' | 'document';
}

/** The manifest as it was served. */
export interface LiveManifest {
  readonly answer: Answer;
  readonly request: Request;
  /** In milliseconds since 1970; null where it says no time. */
  readonly generatedAt: number | null;
  /** Entries that no build writes, described. */
  readonly malformed: readonly string[];
}

/** The validators of an answer as they were sent. */
export interface OwnValidators {
  readonly etag: string;
  readonly lastModified: string;
}

/** What the policy answers to a request. */
export interface Expected {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null for no body. */
  readonly body: ExpectedBody | null;
}

/** The bytes of a file as they have to arrive. */
export interface ExpectedBody {
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** The bytes themselves, where a local build has them. */
  readonly bytes: Uint8Array | null;
}
