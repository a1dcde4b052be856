export { fetchGiven } from './given-publication.ts';
export { listPublishedFiles, readCommittedFile } from './host-files.ts';
export {
  isInstalled,
  readClientCode,
  readEdgeCode,
  readOwnTarball,
  readPageFiles,
  readTemplates,
} from './package-files.ts';
export { openDataFolder, readDataFolder } from './read-data-folder.ts';
export { findManifest, readBesideManifest, readManifestFrom } from './read-published.ts';
