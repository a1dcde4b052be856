export { beginSnapshot, type Snapshot } from './snapshot.ts';
