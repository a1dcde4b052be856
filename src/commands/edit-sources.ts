import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { type Change, checkTime, type EditableSources } from '../edit/index.ts';
import { type OpenFolder, openToEdit } from '../edit-data.ts';
import { type Clock, dayOf, toTimestamp } from '../model/index.ts';
import { renderReport } from './report-format.ts';
import { count } from './sentences.ts';
import { buildClock, type ExitCode, type World } from './world.ts';

/** The options of every command that edits sources. */
export interface EditCommandOptions {
  readonly data: string;
  /** Whether to write without asking. */
  readonly yes: boolean;
}

/** Makes a change of valid sources; throws an EnvironmentError when it is not possible. */
export type MakeChange = (sources: EditableSources, clock: Clock) => Change | Promise<Change>;

/**
 * Edits sources: shows the difference, asks and writes. Nothing is written if the sources are not valid, before
 * or after the change. Without a terminal and without `--yes`, the difference is only shown.
 */
export async function runEdit(
  { data, yes }: EditCommandOptions,
  world: World,
  make: MakeChange,
): Promise<ExitCode> {
  const clock = buildClock(world);
  const folder = openToEdit(data, clock);
  const report = { format: 'text' } as const;
  if (folder.sources === null) {
    world.out(renderReport(folder.diagnostics, report, world));
    world.err(
      `Found ${count(folder.diagnostics.length, 'problem')} in ${data}. Nothing was changed: the sources have to be valid before they are edited.\n`,
    );
    return 1;
  }
  const change = await make(folder.sources, clock);
  const diagnostics = folder.check(change);
  if (diagnostics.length > 0) {
    world.out(renderReport(diagnostics, report, world));
    world.err(
      `Nothing was changed: with this edit, ${data} would have ${count(diagnostics.length, 'problem')}.\n`,
    );
    return 1;
  }
  world.out(renderDifference(folder, change));
  for (const note of change.notes) world.err(`${note}\n`);
  if (!yes) {
    const answer = await world.ask('Write this? [y/N] ');
    if (answer === null) {
      world.err('This is a preview. Nothing was written; add --yes to write it.\n');
      return 0;
    }
    if (!/^y(?:es)?$/i.test(answer.trim())) {
      world.err('Nothing was written.\n');
      return 0;
    }
  }
  folder.write(change);
  world.err(`Wrote ${change.sources.map(({ to }) => folder.pathOf(to)).join(', ')}.\n`);
  return 0;
}

/** A change in the unified format, which `patch` and `git apply -p0` read. */
function renderDifference({ sources, pathOf }: OpenFolder, change: Change): string {
  return change.sources
    .map(({ from, to, text }) => {
      const before = from === null ? '' : (sources.get(from)?.file.text ?? '');
      const [oldPath, newPath] = [from === null ? '/dev/null' : pathOf(from), pathOf(to)];
      const isMoved = from !== null && from !== to;
      const moved = isMoved ? `rename from ${oldPath}\nrename to ${newPath}\n` : '';
      if (before === text) return moved;
      const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
      return (
        moved + createTwoFilesPatch(oldPath, newPath, before, text, undefined, undefined, options)
      );
    })
    .join('');
}

/** The time that `--at` gives; the present when it is absent. */
export function timeOption(at: string | undefined, { now }: Clock): string {
  return at === undefined ? toTimestamp(now) : checkTime('--at', at);
}

/** The day of a clock. */
export function today({ now }: Clock): string {
  return dayOf(toTimestamp(now));
}
