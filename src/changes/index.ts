export { describeRestatements } from './broken-promises.ts';
export { type Present, withAddresses } from './change.ts';
export {
  type Comparison,
  renderComparisonJson,
  renderComparisonText,
} from './comparison.ts';
export { diffRankings } from './diff-rankings.ts';
export { diffReleases } from './diff-releases.ts';
export { feedLinks, operatorFeedPath } from './feeds.ts';
export { previousRankings, withPreviousRanks } from './previous-ranks.ts';
export { recordChanges } from './record-changes.ts';
export { fileOf, findDiffering, type Release, readBody, toRelease } from './release.ts';
export { renderComparisonMarkdown } from './render-comparison-markdown.ts';
