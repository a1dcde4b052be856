import { type Dataset, operatorPageUrl, type Timestamp } from '../model/index.ts';
import { MEDIA_TYPES, oneLine } from '../represent/index.ts';
import {
  ANSWERS,
  type ChangeInWords,
  changeInWords,
  type LoggedChange,
  newsOf,
} from '../resources/index.ts';
import { isOneStory } from './change-log.ts';

/** How many entries a feed has; feed readers keep the older ones. */
const MOST_ENTRIES = 100;

/** An entry of a feed: what one publication changed about one operator, or about no operator. */
export interface FeedEntry {
  /** A URL that never changes. */
  readonly id: string;
  /** The operator and the most important change, as plain text. */
  readonly title: string;
  readonly published: Timestamp;
  /** The page of the operator; the change log for an operator that is gone, or for none. */
  readonly page: { readonly url: string; readonly mediaType: string };
  /** All changes, as an HTML list. */
  readonly html: string;
  /** null for changes of metrics, categories and the service. */
  readonly operator: { readonly id: number; readonly name: string } | null;
}

/** The newest entries of the log, in its order. All feeds have the same entries. */
export function feedEntries(log: readonly LoggedChange[], dataset: Dataset): readonly FeedEntry[] {
  return groupStories(log)
    .slice(0, MOST_ENTRIES)
    .map((story) => toEntry(story, dataset));
}

/** The changes of one publication to one operator, or to everything that belongs to no operator. */
type Story = readonly [LoggedChange, ...LoggedChange[]];

function groupStories(log: readonly LoggedChange[]): readonly Story[] {
  const stories: [LoggedChange, ...LoggedChange[]][] = [];
  for (const change of log) {
    // With a pinned clock, several publications have one time; the ids of entries must be unique.
    const known = stories.findLast(([first]) => isOneStory(first, change));
    if (known === undefined) stories.push([change]);
    else known.push(change);
  }
  return stories;
}

function toEntry(story: Story, dataset: Dataset): FeedEntry {
  const { service, operators } = dataset;
  const [{ changed_at, operator_id, operator }] = story;
  const log = `${service.base_url}/${ANSWERS.changes.path}`;
  // The slug of that time may not exist any more, or belong to another operator.
  const present = operators.find(({ id }) => id === operator_id);
  const subject = operator_id === null ? 'dictionary' : `operator-${operator_id}`;
  const items = newsOf(story).map((change) => ({ change, words: changeInWords(change, dataset) }));
  return {
    id: `${log}#${changed_at}/${subject}`,
    title: titleOf(story, items[0]?.words.headline ?? '', items.length),
    published: changed_at as Timestamp, // of a log that was read or made here
    page:
      present === undefined
        ? { url: log, mediaType: MEDIA_TYPES.json }
        : { url: operatorPageUrl(present, service), mediaType: 'text/html' },
    html: `<ul>${items.map(({ change, words }) => renderItem(change, words)).join('')}</ul>`,
    operator: operator_id === null ? null : { id: operator_id, name: operator ?? '' },
  };
}

/** "Harbour Nine: USDT (TRC-20) withdrawal fee 1.5 → 0.5 USD, and 3 more" */
function titleOf(story: Story, headline: string, count: number): string {
  const [{ operator }] = story;
  const has = (kind: string) => story.find((change) => change.kind === kind);
  const more = count > 1 ? `, and ${count - 1} more` : '';
  if (has('operator_added')) {
    const claims = story.filter(({ kind }) => kind === 'claim_added').length;
    const known = claims === 0 ? '' : `, with ${claims} ${claims === 1 ? 'claim' : 'claims'}`;
    return `${operator}: new operator${known}`;
  }
  if (has('operator_removed')) return `${operator}: removed`;
  const ended = has('operator_ended');
  if (ended !== undefined) return `${operator}: ${ended.new}${more}`;
  const renamed = story.find(({ kind, field }) => kind === 'operator_renamed' && field === 'name');
  const news = renamed === undefined ? headline : `renamed from ${renamed.old}`;
  return [...(operator === null ? [] : [operator]), shorten(news)].join(': ') + more;
}

const LONGEST_NEWS = 120;

function shorten(text: string): string {
  const characters = [...oneLine(text)];
  return characters.length <= LONGEST_NEWS
    ? characters.join('')
    : `${characters.slice(0, LONGEST_NEWS - 1).join('')}…`;
}

/** A change as an item of an HTML list. */
function renderItem(
  { evidence_url, observed_at }: LoggedChange,
  { sentence }: ChangeInWords,
): string {
  const evidence =
    evidence_url === null
      ? ''
      : `, <a href="${escapeMarkup(evidence_url)}">observed ${escapeMarkup((observed_at ?? '').slice(0, 10))}</a>`;
  return `<li>${escapeMarkup(sentence)}${evidence}</li>`;
}

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Unescaped, a parser turns it into a line feed (XML 1.0 §2.11).
  '\r': '&#13;',
};

/** Text for both XML and HTML; characters that XML 1.0 §2.2 does not allow become U+FFFD. */
export function escapeMarkup(text: string): string {
  return text
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu, '\ufffd')
    .replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character);
}
