import { spawnSync } from 'node:child_process';
import { CLI } from './run-cli.ts';

/** For tests of permissions, which root always has: another user to run the command line as. */
export const asSomebody = process.getuid?.() === 0 ? { uid: 65_534 } : {};

/** Whether that user may run it. */
export const canBeSomebody =
  asSomebody.uid === undefined ||
  spawnSync(process.execPath, [CLI, '--version'], asSomebody).status === 0;

/** What to add to the name of a test that does. */
export const whereSomebody = canBeSomebody
  ? ''
  : ' (not run: root owns this checkout and nobody else may read it)';
