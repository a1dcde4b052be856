export { fetchGiven } from './given-publication.ts';
export { isInstalled, listPublishedFiles, readCommittedFile, readEdgeCode } from './host-files.ts';
export { openDataFolder, readDataFolder } from './read-data-folder.ts';
export { findManifest, readBesideManifest, readManifestFrom } from './read-published.ts';
