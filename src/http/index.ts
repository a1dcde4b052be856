export { atOnce } from './at-once.ts';
export {
  type Downloaded,
  type DownloadOptions,
  describePatience,
  download,
  failureReason,
  PAST_CACHES,
  underNewName,
} from './download.ts';
export { type Pause, pauseAfter, trackPauses } from './pauses.ts';
