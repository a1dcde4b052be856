import type { ManifestPart, RenderedEntries } from '../represent/index.ts';
import type { Resource, ResourceGroup } from '../resources/index.ts';
import type { SharedWriting, WriteReport } from '../second-thread/index.ts';

/** How answers come to be. */
export interface Rendering {
  /** Renders some here and now. */
  readonly render: (resources: readonly Resource[]) => RenderedEntries;
  /** Takes note that those about an operator stay as they are; false where they do not. */
  readonly keep: (id: number) => boolean;
  /** Another thread that takes a part of them. */
  readonly shared: SharedWriting | null;
  /** Hears what that one has written. */
  readonly onWritten: (report: WriteReport) => void;
}

/**
 * Renders answers, each where it is to be rendered: here, by the other thread, or not at all.
 *
 * @returns What the manifest says of them, in its order.
 */
export async function renderAnswers(
  groups: readonly ResourceGroup[],
  { render, keep, shared, onWritten }: Rendering,
): Promise<readonly ManifestPart[]> {
  // The large ones first, while the other thread is at the operators, so that both end together.
  const large = groups.filter(({ operator }) => operator === null);
  const rendered = new Map(large.map((group) => [group, render(group.resources)]));
  const left: ResourceGroup[] = [];
  for (const group of groups) {
    const { operator } = group;
    if (operator === null || keep(operator.id)) continue;
    if (shared === null || shared.isOwn(operator.position))
      rendered.set(group, render(group.resources));
    else left.push(group);
  }
  if (shared !== null) {
    const byPosition = new Map(left.map((group) => [group.operator?.position, group]));
    for (const report of await shared.finish()) {
      onWritten(report);
      for (const [position, entries] of report.written) {
        const group = byPosition.get(position);
        if (group !== undefined) rendered.set(group, entries);
      }
    }
  }
  return groups.map((group) => ({
    id: group.operator?.id ?? null,
    rendered: rendered.get(group) ?? null,
  }));
}
