export { atOnce } from './at-once.ts';
export { type Downloaded, DownloadFailure, type DownloadOptions, download } from './download.ts';
export { describePatience, failureReason } from './failure-reason.ts';
export { pauseAfter, trackPauses } from './pauses.ts';
