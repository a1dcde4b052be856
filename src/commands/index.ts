export { runCommandLine } from './program.ts';
export { describeOutputFailure } from './sentences.ts';
export type { World } from './world.ts';
