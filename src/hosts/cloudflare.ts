import { ORIGIN_DOCUMENTS } from '../policy/index.ts';
import { type ConfigFile, type Deployment, edgeFile, type Host, SOURCE_LINE } from './host.ts';
import { rootOf } from './published-paths.ts';

/**
 * Cloudflare Workers with static assets: the files are the assets, and a Worker in front of them
 * is the policy itself. Assets have an ETag, made of their content, and no time: no answer carries
 * Last-Modified.
 *
 * Neither .br nor .gz files are needed: Cloudflare compresses what a Worker answers, JSON without
 * further ado; for CSV it takes a compression rule of the zone
 * (https://developers.cloudflare.com/speed/optimization/content/compression/).
 */
export const cloudflare: Host = {
  name: 'cloudflare',
  limits: {
    // Of the free plan; the paid one takes 100,000.
    files: 20_000,
    filesInFolder: null,
    fileSize: 25 * 1024 * 1024,
    source: 'https://developers.cloudflare.com/workers/platform/limits/',
  },
  defaultRoot: 'dist',
  hasEdgeCode: true,
  configure: (deployment, edgeCode): readonly ConfigFile[] => [
    {
      path: 'wrangler.jsonc',
      text: `// ${SOURCE_LINE}\n${JSON.stringify(describeWorker(deployment), null, 2)}\n`,
    },
    { path: WORKER_FILE, text: edgeFile(deployment, edgeCode) },
  ],
};

const WORKER_FILE = 'worker.js';

/** Which behaviour of the runtime the Worker was written for and is tested with. */
const COMPATIBILITY_DATE = '2026-04-01';

/** https://developers.cloudflare.com/workers/wrangler/configuration/ */
function describeWorker({ root, publicPath, serverName, pages }: Deployment) {
  const own = pages ? rootOf(publicPath) : publicPath;
  const atOrigin = own === '' ? [] : ORIGIN_DOCUMENTS.map(({ pathname }) => pathname);
  return {
    name: 'operator-api',
    main: WORKER_FILE,
    compatibility_date: COMPATIBILITY_DATE,
    assets: {
      directory: root,
      binding: 'ASSETS',
      html_handling: 'none',
      not_found_handling: 'none',
      // Assets know neither CORS nor negotiation, and answer a preflight with 405, so that no
      // request may reach one past the Worker: not below another path than the public one either.
      run_worker_first: true,
    },
    // The asterisk takes in the bare path, the query and all below; what else the host serves
    // stays with its origin (https://developers.cloudflare.com/workers/configuration/routing/routes/).
    ...(serverName !== null && {
      workers_dev: false,
      routes: [own === '' ? '/*' : `${own}*`, ...atOrigin].map((path) => serverName + path),
    }),
  };
}
