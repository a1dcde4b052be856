export { checkLinks, type LinkCheckOptions } from './check-links.ts';
export {
  deadSince,
  isToBeAsked,
  type LinkMemory,
  type LinkRecord,
  type Outcome,
  parseLinkMemory,
  remember,
  renderLinkMemory,
} from './link-memory.ts';
