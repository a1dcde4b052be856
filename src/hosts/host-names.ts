// By itself, so that the command line knows the names without loading the hosts.

export const HOST_NAMES = [
  'netlify',
  'cloudflare',
  'nginx',
  'caddy',
  'apache',
  'vercel',
  'serve',
] as const;

/** The hosts that a configuration can be written for. */
export type HostName = (typeof HOST_NAMES)[number];
