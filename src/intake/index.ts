export { fetchPrevious } from './fetch-previous.ts';
export { readDataFolder } from './read-data-folder.ts';
