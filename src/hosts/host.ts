import { posix } from 'node:path';
import { DEFAULT_SERVING, type Serving } from '../policy/index.ts';

/** The hosts that can be told what the policy says. */
export const HOST_NAMES = ['netlify', 'cloudflare', 'nginx', 'caddy', 'apache', 'vercel'] as const;
export type HostName = (typeof HOST_NAMES)[number];

/** What one deployment of the API chooses. */
export interface Deployment extends Serving {
  /** The published folder, which holds api/v1: a path on the server, or below the project. */
  readonly root: string;
  /** Where a server listens: a port, or an address and a port. Platforms choose for themselves. */
  readonly listen: string;
  /** The host name that is answered; null for any. */
  readonly serverName: string | null;
  /** Whether .br and .gz files stand beside the published ones. */
  readonly precompressed: boolean;
  /** Slugs of removed categories, for hosts that cannot look for a file before they answer 410. */
  readonly removedCategories: readonly string[];
  /** Whether the program is a package that the project installs, and not the project itself. */
  readonly isInstalled?: boolean;
}

/** Where the files of the API are, as the host sees it. */
export function apiFolder({ root }: Pick<Deployment, 'root'>): string {
  return posix.join(root, DEFAULT_SERVING.publicPath);
}

/** One file of a host's configuration. */
export interface ConfigFile {
  /** As it has to be called, below the folder it is written to. */
  readonly path: string;
  readonly text: string;
}

/** What a host refuses or cuts; null where it has no such limit. Each with the host's own page. */
export interface HostLimits {
  readonly files: number | null;
  /** Of those that stand directly in one folder. */
  readonly filesInFolder: number | null;
  /** In bytes. */
  readonly fileSize: number | null;
  readonly source: string;
}

/** The policy as one host has to be told it. */
export interface Host {
  readonly name: HostName;
  readonly limits: HostLimits;
  /** Where the published folder usually is. */
  readonly defaultRoot: string;
  /** Whether code runs at the edge, which lib/edge-bundles then has under the host's name. */
  readonly hasEdgeCode: boolean;
  /**
   * What `operator-api host` prints or writes: the same bytes for the same deployment.
   *
   * @param edgeCode The host's file of lib/edge-bundles; empty for hosts that run no code.
   */
  readonly configure: (deployment: Deployment, edgeCode: string) => readonly ConfigFile[];
}

/** The first line of every configuration that can hold a comment, after the sign of its language. */
export const SOURCE_LINE =
  'Written by operator-api host; change the options and write it again instead of editing it.';
