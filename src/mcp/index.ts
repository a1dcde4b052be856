export { openFolder, openLive } from './open-api.ts';
export { serveTools } from './serve-tools.ts';
