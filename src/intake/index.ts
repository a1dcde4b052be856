export { fetchGiven } from './given-publication.ts';
export { listPublishedFiles } from './list-published-files.ts';
export { readCommittedFile } from './read-committed-file.ts';
export { openDataFolder, readDataFolder } from './read-data-folder.ts';
export { isInstalled, readEdgeCode } from './read-edge-code.ts';
export { findManifest, readBesideManifest, readManifestFrom } from './read-published.ts';
