export { publishedFiles } from './published-files.ts';
export { LOOPBACK, type PreviewServer, startServer } from './start-server.ts';
export { watchFolder } from './watch-folder.ts';
export { withBaseUrl } from './with-base-url.ts';
