import { API_VERSION } from '../model/index.ts';
import {
  ANSWERS,
  type IndexLink,
  type LoggedChange,
  type ResourcePath,
  type Table,
} from '../resources/index.ts';
import { toRow } from './change.ts';
import { MOST_CHANGES } from './change-log.ts';

/** The feed of changes, a document. */
export const FEED_PATH = 'changes.atom' as ResourcePath;

/** How the service index points to the feed. */
export const FEED_LINK: IndexLink = {
  name: 'changes_feed',
  rel: 'alternate',
  path: FEED_PATH,
  media_types: ['application/atom+xml'],
  title: 'The same as a feed',
  total: null,
};

/**
 * `/changes`: what changed from publication to publication, newest first.
 *
 * @param log Asked for once everything else is rendered.
 */
export function changesTable(log: () => readonly LoggedChange[]): Table {
  return ANSWERS.changes.table({
    paths: [ANSWERS.changes.path],
    meta: (generated_at) => ({
      total: log().length,
      limit: MOST_CHANGES,
      generated_at,
      version: API_VERSION,
    }),
    rows: () => log().map(toRow),
  });
}
