export { type SyncOptions, type SyncResult, sync } from './sync.ts';
