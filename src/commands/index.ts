export { describeOutputFailure } from './describe-failure.ts';
export { runCommandLine } from './program.ts';
export type { World } from './world.ts';
