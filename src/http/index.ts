export { atOnce } from './at-once.ts';
export { type Downloaded, DownloadFailure, type DownloadOptions, download } from './download.ts';
export { describePatience, failureReason } from './failure-reason.ts';
export { PAST_CACHES, underNewName } from './past-caches.ts';
export { type Pause, pauseAfter, trackPauses } from './pauses.ts';
