import { API_VERSION } from '../model/index.ts';
import {
  type AnswerMetas,
  COLUMNS,
  changesPath,
  feedPath,
  type IndexLink,
  type LoggedChange,
  type Table,
} from '../resources/index.ts';
import { toRow } from './change.ts';
import { MOST_CHANGES } from './change-log.ts';

/** What the index says of the log: not how much is in it, which is known only in the end. */
export const CHANGE_LINKS: readonly IndexLink[] = [
  {
    name: 'changes',
    rel: 'collection',
    path: changesPath,
    media_types: ['application/json', 'text/csv'],
    title: 'What changed since earlier publications, value by value, newest first',
    total: null,
  },
  {
    name: 'changes_feed',
    rel: 'alternate',
    path: feedPath,
    media_types: ['application/atom+xml'],
    title: 'The same as a feed',
    total: null,
  },
];

/**
 * `/changes`: what changed from publication to publication, newest first.
 *
 * @param log Asked for once everything else is rendered.
 */
export function changesTable(log: () => readonly LoggedChange[]): Table {
  return {
    kind: 'changes',
    operator: null,
    paths: [changesPath],
    columns: COLUMNS.changes,
    meta: (generated_at): AnswerMetas['changes'] => ({
      total: log().length,
      limit: MOST_CHANGES,
      generated_at,
      version: API_VERSION,
    }),
    rows: () => log().map(toRow),
  };
}
