export { prepareSnapshots, type Snapshot } from './snapshot.ts';
