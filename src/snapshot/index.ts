export { beginSnapshot } from './snapshot.ts';
