import type { Resource } from '../resources/index.ts';
import type { ManifestEntry } from './manifest.ts';
import type { RenderedEntries } from './render-manifest.ts';
import {
  type Artifact,
  type Rendering,
  renderResource,
  settledResource,
} from './render-resource.ts';

/** How much was put somewhere. */
type Amount = Omit<RenderedEntries, 'text'>;

/**
 * Renders the files of some resources.
 *
 * @param rendering `entryOf`: what the manifest says of a resource that stays as it is; null for any
 *   other, and of all when absent.
 */
export function renderEntries(
  resources: readonly Resource[],
  rendering: Rendering & { readonly entryOf?: (resource: Resource) => ManifestEntry | null },
  put: (artifact: Artifact, resource: Resource) => Amount,
): RenderedEntries {
  let [files, bytes] = [0, 0];
  const entries = resources.map((resource) => {
    const putAndCount = (artifact: Artifact) => {
      const amount = put(artifact, resource);
      files += amount.files;
      bytes += amount.bytes;
    };
    const settled = rendering.entryOf?.(resource) ?? null;
    return settled === null
      ? renderResource(resource, rendering, putAndCount)
      : settledResource(resource, settled, rendering, putAndCount);
  });
  return { text: entries.join(), files, bytes };
}
