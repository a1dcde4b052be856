import { recordChanges } from '../changes/index.ts';
import type { Clock } from '../model/index.ts';
import type { Plan } from '../pipeline.ts';
import {
  type Artifact,
  NOTHING_PUBLISHED,
  renderManifest,
  renderResource,
} from '../represent/index.ts';
import type { Resource } from '../resources/index.ts';
import { type BeginSnapshot, gatherRelease } from './gather-release.ts';

/** Before anything was published. */
const FIRST = {
  previous: NOTHING_PUBLISHED,
  read: () => null,
  onWarning: () => {},
} as const;

/** Everything as a first build would publish it. */
export function* renderAnew(
  planned: Plan,
  clock: Clock,
  beginSnapshot: BeginSnapshot,
): Generator<Artifact, void> {
  const resources = planned.groups.flatMap((group) => group.resources);
  const publication = { ...planned, ...FIRST, clock, resources };
  const release = gatherRelease(beginSnapshot);
  const entries: string[] = [];
  const put = function* (resources: Iterable<Resource>, note = release.note) {
    for (const resource of resources) {
      const artifacts: Artifact[] = [];
      const entry = renderResource(resource, publication, (artifact) => {
        note(resource, artifact);
        artifacts.push(artifact);
      });
      entries.push(entry);
      yield* artifacts;
    }
  };
  yield* put(release.tables(), () => {});
  yield* put(resources);
  yield* put(recordChanges(publication).resources);
  yield* put(release.archives(), () => {});
  const rendered = { text: entries.join(), files: 0, bytes: 0 };
  yield renderManifest([{ id: null, rendered }], publication);
}
