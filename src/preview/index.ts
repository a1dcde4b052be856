export { publishedFiles } from './published-files.ts';
export { type PreviewServer, startServer } from './start-server.ts';
export { watchFolder } from './watch-folder.ts';
