import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OutputPath, toWrittenPath } from '../represent/index.ts';
import { isThere, readIfThere } from './files.ts';
import {
  carryOut,
  type Move,
  type Places,
  removeEmptyFolders,
  stagedAt,
  type Transition,
} from './transition.ts';

/** The paths of a publication, of its staged files and of its journal. */
export interface JournalPlaces extends Places {
  readonly journal: string;
}

/** Writes the journal of a transition. If this build is killed, the next one completes it. */
export function writeJournal(
  { moves, obsolete }: Transition,
  { staging, journal }: JournalPlaces,
): void {
  const lines = [
    ...moves.map(({ from, to }) => `${from} ${to}`),
    ...obsolete.map((path) => `- ${path}`),
  ];
  const staged = join(staging, 'journal');
  writeFileSync(staged, lines.join('\n'));
  renameSync(staged, journal);
}

/**
 * Completes the transition of a build that failed or was killed after it moved the first file. If no file
 * was moved, the transition is dropped.
 */
export function settleJournal(places: JournalPlaces): void {
  const { published, staging, journal } = places;
  const text = readIfThere(journal);
  if (text === null) return;
  const { moves, obsolete } = parseJournal(text.toString());
  const left = moves.filter(({ from }) => isThere(stagedAt(staging, from)));
  // The publication may have been deleted since then.
  if (left.length < moves.length && isThere(published)) {
    carryOut({ moves: left, obsolete }, places);
  } else {
    for (const { to } of moves) removeEmptyFolders(to, published);
  }
  rmSync(journal, { force: true });
}

function parseJournal(text: string): Transition {
  const moves: Move[] = [];
  const obsolete: OutputPath[] = [];
  for (const line of text.split('\n')) {
    const [, name = '', path] = /^(\d+|-) (.+)$/.exec(line) ?? [];
    const to = toWrittenPath(path);
    if (to === null) continue;
    if (name === '-') obsolete.push(to);
    else moves.push({ from: Number(name), to });
  }
  return { moves, obsolete };
}
