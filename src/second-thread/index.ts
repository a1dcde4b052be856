export {
  type SecondThread,
  type SharedWriting,
  type SoundSources,
  startSecondThread,
} from './second-thread.ts';
export type { WriteReport } from './share.ts';
