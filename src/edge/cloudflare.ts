import { API_PATH } from '../model/index.ts';
import type { OutputPath } from '../represent/index.ts';
import { answerRequest } from './answer-request.ts';

/** What wrangler.jsonc binds: the static assets, asked as a server is. */
interface Bindings {
  readonly ASSETS: { readonly fetch: (request: Request) => Promise<Response> };
}

export default {
  fetch: (request: Request, { ASSETS }: Bindings): Promise<Response> =>
    answerRequest(request, (file) => fetchAsset(ASSETS, file)),
};

/**
 * Fetches a published file whole. The request is a new one: conditions and ranges are the policy's
 * to evaluate, and the assets read `If-None-Match` as a single tag only.
 */
async function fetchAsset(assets: Bindings['ASSETS'], file: OutputPath): Promise<Response | null> {
  const path = `${API_PATH}/${file}`;
  const asset = await assets.fetch(new Request(`https://assets.invalid${path}`));
  if (asset.status === 404) return null;
  // A 404 of ours may be kept for an hour; trouble on the way to the assets must not become one.
  if (asset.status !== 200) throw new Error(`The assets answered ${asset.status} to ${path}`);
  return asset;
}
