import type { ReadResource } from '../represent/index.ts';
import type { Client, Request } from './client.ts';

/** A group of rules for deployments, and the probes that test them. */
export interface Group {
  /** The first half of the id of each of its checks. */
  readonly name: string;
  /** Each rule by the second half of its id. The ids are API: added freely, never renamed. */
  readonly rules: Readonly<Record<string, Rule>>;
  readonly probes: (live: LiveApi) => readonly Probe[];
}

/** Makes a group whose probes judge no rules but its own. */
export function group<K extends string>(
  name: string,
  rules: Readonly<Record<K, Rule>>,
  probes: (live: LiveApi) => readonly Probe<NoInfer<K>>[],
): Group {
  return { name, rules, probes };
}

export interface Rule {
  /** A sentence: a promise to users of the API. */
  readonly holds: string;
  /** Why the rule was not checked, if no probe had an answer to judge. */
  readonly otherwise?: string;
}

/** A request, or several that belong together, and the rules they test. */
export interface Probe<K extends string = string> {
  /** The rule that is broken when no answer comes. */
  readonly check: K;
  readonly run: (host: Host) => Promise<readonly Finding<K>[]>;
}

/** The host that a probe asks, and what the policy has it answer. */
export type Host = Pick<Client, 'ask' | 'askAnew'> & Pick<LiveApi, 'expect'>;

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
  /** Its manifest, as it was served. */
  readonly manifest: JudgedManifest;
  /** The resources to look at: all, or a sample. */
  readonly resources: readonly ReadResource[];
  readonly totalResources: number;
  /** Addresses without a suffix, one of each kind. */
  readonly examples: readonly string[];
  /** One alias of each example that has some. */
  readonly aliasExamples: readonly string[];
  /** The first of the examples. */
  readonly example: string;
  /** Addresses of categories that answer 410. */
  readonly removed: readonly string[];
  /** Whether there are pages beside the API. */
  readonly hasPages: boolean;
  /** A name that no operator, claim, category or removed category has. */
  readonly unknownName: string;
  /** The answer of the policy; `own` are the validators that the host gave the file. */
  readonly expect: (request: Request, own?: OwnValidators) => Expected;
  /** How long a cache may keep an answer, in seconds. */
  readonly maxAge: number;
  /** How old the publication may be, in hours; null for any age. */
  readonly maxAgeHours: number | null;
  /** Whether it is compared with a local build, or with its own manifest. */
  readonly hasBuild: boolean;
}

/** The sound part of a manifest. */
export interface JudgedManifest {
  readonly bytes: Uint8Array;
  /** In milliseconds since 1970; null where it says no time. */
  readonly generatedAt: number | null;
  /** The base address that its build was given. */
  readonly baseUrl: string | null;
  /** The resources with a file that this version of the program knows. */
  readonly resources: readonly ReadResource[];
  /** How many entries list files that only a newer version knows. */
  readonly unknownEntries: number;
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
