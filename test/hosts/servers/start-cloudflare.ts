import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { z } from 'zod';
import { cloudflare } from '../../../src/hosts/cloudflare.ts';
import type { Deployment } from '../../../src/hosts/host.ts';
import { DEFAULT_SERVING } from '../../../src/policy/index.ts';
import { temporaryFolder, writeFiles } from '../../doors/folders.ts';
import { requireProgram } from '../../doors/real-programs.ts';
import { repository } from '../../doors/repository.ts';
import { cleanUpLater } from '../../doors/shared.ts';

const DEPLOYMENT: Deployment = {
  ...DEFAULT_SERVING,
  root: 'dist',
  listen: '8080',
  serverName: null,
  precompressed: false,
  removedCategories: [],
};

/** The code of the Worker, as compiling leaves it. */
export function bundle(): string {
  return readFileSync(join(repository, 'lib', 'edge-bundles', 'cloudflare.js'), 'utf8');
}

/** The generated files by name. */
export function configure(chosen: Partial<Deployment> = {}): Readonly<Record<string, string>> {
  const files = cloudflare.configure({ ...DEPLOYMENT, ...chosen }, bundle());
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}

/** All that wrangler.jsonc may say here: what this test would not heed is no part of it. */
const WRANGLER = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  main: z.string(),
  compatibility_date: z.iso.date(),
  workers_dev: z.literal(false).optional(),
  routes: z.array(z.string()).optional(),
  assets: z.strictObject({
    directory: z.string(),
    binding: z.string(),
    html_handling: z.enum(['auto-trailing-slash', 'none']),
    not_found_handling: z.enum(['404-page', 'none']),
    run_worker_first: z.boolean(),
  }),
});

/** The generated configuration, of which nothing may be passed over. */
export function readWrangler(text: string): z.infer<typeof WRANGLER> {
  const { config, error } = ts.parseConfigFileTextToJson('wrangler.jsonc', text);
  if (error !== undefined) throw new Error(`wrangler.jsonc is no JSON: ${error.messageText}`);
  return WRANGLER.parse(config);
}

/** What is used of Miniflare. */
interface MiniflareModule {
  readonly Miniflare: new (
    options: object,
  ) => { readonly ready: Promise<URL>; dispose(): Promise<void> };
}

/**
 * The real runtime on loopback over a folder that was built, told what Wrangler would tell it, until
 * the test is finished.
 *
 * @returns the port
 */
export async function startWorkerd(out: string, chosen: Partial<Deployment> = {}): Promise<number> {
  const folder = temporaryFolder();
  writeFiles(folder, configure({ root: out, ...chosen }));
  const { name, main, compatibility_date, routes, assets } = readWrangler(
    readFileSync(join(folder, 'wrangler.jsonc'), 'utf8'),
  );
  const { directory, binding, html_handling, not_found_handling, run_worker_first } = assets;
  const { Miniflare } = requireProgram<MiniflareModule>('miniflare');
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    // Otherwise it asks the network where it is.
    cf: false,
    name,
    compatibilityDate: compatibility_date,
    modules: [{ type: 'ESModule', path: join(folder, main) }],
    modulesRoot: folder,
    ...(routes && { routes }),
    assets: {
      directory,
      binding,
      routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: run_worker_first },
      assetConfig: { compatibility_date, html_handling, not_found_handling },
    },
  });
  cleanUpLater(() => miniflare.dispose());
  const { port } = await miniflare.ready;
  return Number(port);
}
