import { apache } from './apache.ts';
import { caddy } from './caddy.ts';
import { cloudflare } from './cloudflare.ts';
import type { Host } from './host.ts';
import type { HostName } from './host-names.ts';
import { netlify } from './netlify.ts';
import { nginx } from './nginx.ts';
import { serve } from './serve.ts';
import { vercel } from './vercel.ts';

export { checkFileCount, checkFileSize, checkLimits, countFiles } from './check-limits.ts';
export { compareConfiguration } from './compare-configuration.ts';
export { type ConfigFile, checkPublicPath, type Deployment, type Host, shellWord } from './host.ts';
export { HOST_NAMES, type HostName } from './host-names.ts';
export { hostDocuments } from './published-paths.ts';

/** Every host by its name. */
export const HOSTS: Readonly<Record<HostName, Host>> = {
  netlify,
  cloudflare,
  nginx,
  caddy,
  apache,
  vercel,
  serve,
};
