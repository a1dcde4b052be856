import type { FileSuffix } from '../represent/index.ts';
import type { Answer, Client, Request } from './client.ts';

/** A group of rules for deployments, and the probes that test them. */
export interface Group<K extends string = string> {
  /** The first half of the id of each of its checks. */
  readonly name: string;
  /** Each rule by the second half of its id. The ids are API: added freely, never renamed. */
  readonly rules: Readonly<Record<K, Rule>>;
  readonly probes: (live: LiveApi) => readonly Probe<K>[];
}

export interface Rule {
  /** A sentence: a promise to users of the API. */
  readonly holds: string;
  /** Why the rule was not checked, if no probe had an answer to judge. */
  readonly otherwise?: string;
}

/** A request, or several that belong together, and the rules they test. */
export interface Probe<K extends string = string> {
  /** The rules it can judge; without any answer, the first is broken. */
  readonly checks: readonly [K, ...K[]];
  readonly run: (client: Client) => Promise<readonly Finding<K>[]>;
}

/** The result of a probe for one rule; a rule that it could not judge has no finding. */
export interface Finding<K extends string = string> {
  readonly check: K;
  /** None: the rule holds. */
  readonly deviations: readonly Deviation[];
}

/** A part of an answer that is not as expected. */
export interface Deviation {
  readonly request: Request;
  readonly expected: string;
  readonly actual: string;
  /** Where a reader can see it. */
  readonly seenIn: 'the answer' | 'the digest' | 'the decoded body';
}

/** A deployment, and everything that is expected of it. */
export interface LiveApi {
  /** The resources to look at: all, or a sample. */
  readonly resources: readonly SampledResource[];
  /** Addresses without a suffix, one of each kind. */
  readonly examples: readonly string[];
  /** One alias of each example that has some. */
  readonly aliasExamples: readonly string[];
  /** Slugs of categories that answer 410. */
  readonly removedCategories: readonly string[];
  /** A name that no operator, claim, category or removed category has. */
  readonly unknownName: string;
  /** The answer of the policy; `own` are the validators that the host gave the file. */
  readonly expect: (request: Request, own?: OwnValidators) => Expected;
  /** How long a cache may keep an answer, in seconds. */
  readonly maxAge: number;
  readonly manifest: LiveManifest;
  /** The manifest of the build to compare with; null when there is none. */
  readonly builtManifest: ExpectedBody | null;
  /** How old the publication may be, in hours; null for any age. */
  readonly maxAgeHours: number | null;
}

/** A resource that is asked for. */
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
  /** Descriptions of entries that no build writes. */
  readonly malformed: readonly string[];
}

/** The validators of an answer as they were sent. */
export interface OwnValidators {
  readonly etag: string;
  readonly lastModified: string;
}

/** The answer of the policy to a request. */
export interface Expected {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null for no body. */
  readonly body: ExpectedBody | null;
}

/** The expected bytes of a file. */
export interface ExpectedBody {
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Null without a local build. */
  readonly bytes: Uint8Array | null;
}
