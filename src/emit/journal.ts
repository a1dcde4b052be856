import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type OutputPath, toWrittenPath } from '../represent/index.ts';
import { readIfThere } from './read-if-there.ts';
import { carryOut, type Move, removeEmptyFolders, type Transition } from './transition.ts';

/** Where a publication stands, and what a build keeps beside it. */
export interface Places {
  readonly published: string;
  readonly staging: string;
  readonly journal: string;
}

/** Notes down what is about to be carried out, for the build that follows a killed one. */
export function writeJournal({ moves, obsolete }: Transition, { staging, journal }: Places): void {
  const lines = [
    ...moves.map(({ from, to }) => `${basename(from)} ${to}`),
    ...obsolete.map((path) => `- ${path}`),
  ];
  const staged = join(staging, 'journal');
  writeFileSync(staged, lines.join('\n'));
  renameSync(staged, journal);
}

/**
 * Completes what a build that failed or was killed had begun to move into place, so that what it has
 * logged, listed and published is the same; forgets it where nothing of it is public.
 */
export function settleJournal(places: Places): void {
  const { published, journal } = places;
  if (!existsSync(journal)) return;
  const { moves, obsolete } = readJournal(places);
  const left = moves.filter(({ from }) => existsSync(from));
  // Somebody may have deleted the publication since.
  if (left.length < moves.length && existsSync(published)) {
    carryOut({ moves: left, obsolete }, published);
  } else {
    for (const { to } of moves) removeEmptyFolders(to, published);
  }
  rmSync(journal, { force: true });
}

function readJournal({ staging, journal }: Places): Transition {
  const moves: Move[] = [];
  const obsolete: OutputPath[] = [];
  for (const line of readIfThere(journal)?.toString().split('\n') ?? []) {
    const [, name = '', path] = /^(\d+|-) (.+)$/.exec(line) ?? [];
    const to = toWrittenPath(path);
    if (to === null) continue;
    if (name === '-') obsolete.push(to);
    else moves.push({ from: join(staging, name), to });
  }
  return { moves, obsolete };
}
