import { type Dataset, operatorPageUrl, type Service, type Timestamp } from '../model/index.ts';
import { DOCUMENT_TYPES } from '../represent/index.ts';
import { ANSWERS, type Document, type LoggedChange } from '../resources/index.ts';
import { FEED_PATH, isOneStory } from './change-log.ts';
import { describeChange, toSentence } from './describe-change.ts';

/** How many entries a feed has; feed readers keep the older ones. */
const MOST_ENTRIES = 100;

/**
 * `changes.atom`: the log of changes as a feed (RFC 4287), one entry for each operator in each
 * publication that changed it.
 */
export function atomFeed(dataset: Dataset, log: () => readonly LoggedChange[]): Document {
  return {
    kind: 'document',
    paths: [FEED_PATH],
    mediaType: DOCUMENT_TYPES['*.atom'],
    contentAt: (generatedAt) => renderFeed(dataset, log(), generatedAt),
  };
}

function renderFeed(
  { service, operators }: Dataset,
  log: readonly LoggedChange[],
  generatedAt: Timestamp,
): string {
  const { name, site_url, base_url, contact, license, attribution } = service;
  const stories = groupStories(log).slice(0, MOST_ENTRIES);
  const slugs = new Map(operators.map(({ id, slug }) => [id, slug]));
  return `${[
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', `${base_url}/${FEED_PATH}`),
    element('title', `${name}: changes`),
    ...(service.notice === null ? [] : [element('subtitle', service.notice)]),
    element('updated', generatedAt),
    '<author>',
    element('name', name),
    element('uri', site_url),
    ...(contact.email === null ? [] : [element('email', contact.email)]),
    '</author>',
    element('rights', `${license.name}, ${license.url}. ${attribution}`),
    link('self', `${base_url}/${FEED_PATH}`, 'application/atom+xml'),
    link('alternate', `${base_url}/${ANSWERS.changes.path}`, 'application/json'),
    // RFC 4946.
    link('license', license.url),
    ...stories.flatMap((story) => renderEntry(story, service, slugs)),
    '</feed>',
  ].join('\n')}\n`;
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

function renderEntry(
  story: Story,
  service: Service,
  slugs: ReadonlyMap<number, string>,
): readonly string[] {
  const { base_url } = service;
  const [{ changed_at, operator_id }] = story;
  // The slug of that time may not exist any more, or belong to another operator.
  const slug = operator_id === null ? undefined : slugs.get(operator_id);
  const subject = operator_id === null ? 'dictionary' : `operator-${operator_id}`;
  return [
    '<entry>',
    element('id', `${base_url}/${ANSWERS.changes.path}#${changed_at}/${subject}`),
    element('title', titleOf(story)),
    element('updated', changed_at),
    slug === undefined || operator_id === null
      ? link('alternate', `${base_url}/${ANSWERS.changes.path}`, 'application/json')
      : link('alternate', operatorPageUrl({ slug, id: operator_id }, service), 'text/html'),
    element('content', `<ul>${story.map(renderItem).join('')}</ul>`, ' type="html"'),
    '</entry>',
  ];
}

function titleOf(story: Story): string {
  const [{ kind, operator }] = story;
  if (kind === 'operator_added') return `${operator}: added`;
  if (kind === 'operator_removed') return `${operator}: removed`;
  if (kind === 'operator_ended') return `${operator}: ${story[0].new}`;
  const changes = story.length === 1 ? '1 change' : `${story.length} changes`;
  return `${operator ?? 'Service, metrics and categories'}: ${changes}`;
}

/** A change as an item of an HTML list. */
function renderItem(change: LoggedChange): string {
  const { evidence_url, observed_at } = change;
  const description = describeChange(change);
  const remark = description.remark === '' ? '' : ` (${description.remark})`;
  const evidence =
    evidence_url === null
      ? ''
      : `, <a href="${escapeText(evidence_url)}">observed ${escapeText(observed_at ?? '')}</a>`;
  return `<li>${escapeText(toSentence(description) + remark)}${evidence}</li>`;
}

function element(name: string, text: string, attributes = ''): string {
  return `<${name}${attributes}>${escapeText(text)}</${name}>`;
}

function link(rel: string, href: string, type?: string): string {
  const typed = type === undefined ? '' : ` type="${type}"`;
  return `<link rel="${rel}" href="${escapeText(href)}"${typed}/>`;
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
function escapeText(text: string): string {
  return text
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu, '\ufffd')
    .replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character);
}
