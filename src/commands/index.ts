export { runCommandLine } from './program.ts';
export type { World } from './world.ts';
