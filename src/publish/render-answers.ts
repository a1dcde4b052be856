import type { Plan } from '../pipeline.ts';
import { isTable, type ManifestPart, type RenderedEntries } from '../represent/index.ts';
import type { Resource } from '../resources/index.ts';
import type { SharedWriting, WriteReport } from '../second-thread/index.ts';

/** What stands together in the manifest: all that is about one operator, or one about none. */
export interface Group {
  /** Its id, and its position in the dataset; null for none. */
  readonly operator: { readonly id: number; readonly position: number } | null;
  readonly resources: readonly Resource[];
}

/** The resources of a plan, in their order. */
export function groupByOperator({ resources, dataset }: Plan): readonly Group[] {
  const operators = new Map<string | null, NonNullable<Group['operator']>>(
    dataset.operators.map(({ slug, id }, position) => [slug, { id, position }]),
  );
  const groups: (Group & { readonly resources: Resource[] })[] = [];
  for (const resource of resources) {
    const operator = operators.get(isTable(resource) ? resource.operator : null) ?? null;
    const last = groups.at(-1);
    if (operator !== null && last?.operator === operator) last.resources.push(resource);
    else groups.push({ operator, resources: [resource] });
  }
  return groups;
}

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
  groups: readonly Group[],
  { render, keep, shared, onWritten }: Rendering,
): Promise<readonly ManifestPart[]> {
  // The large ones first, while the other thread is at the operators, so that both end together.
  const large = groups.filter(({ operator }) => operator === null);
  const rendered = new Map(large.map((group) => [group, render(group.resources)]));
  const left: Group[] = [];
  for (const group of groups) {
    const { operator, resources } = group;
    if (operator === null || keep(operator.id)) continue;
    if (shared === null || shared.isOwn(operator.position)) rendered.set(group, render(resources));
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
