import { type Dataset, operatorPageUrl, type Timestamp } from '../model/index.ts';
import { documentType, essenceOf, MEDIA_TYPES } from '../represent/index.ts';
import {
  ANSWERS,
  type Document,
  type IndexLink,
  type LoggedChange,
  operatorPath,
  type ResourcePath,
} from '../resources/index.ts';
import { escapeMarkup, type FeedEntry, feedEntries } from './feed-entries.ts';

const ATOM_PATH = 'changes.atom' as ResourcePath;
const JSON_PATH = 'feed.json' as ResourcePath;

/** The path of the feed of one operator, by its slug. */
export function operatorFeedPath(slug: string): ResourcePath {
  return `${operatorPath(slug)}/${ATOM_PATH}` as ResourcePath;
}

/** The links of the service index to the feeds. */
export function feedLinks({ service, operators }: Dataset): readonly IndexLink[] {
  const link = (name: string, path: ResourcePath, title: string, total: number | null = null) => ({
    name,
    rel: 'alternate',
    path,
    media_types: [essenceOf(documentType(path))],
    title,
    total,
  });
  return [
    link('changes_feed', ATOM_PATH, 'What changed, as a feed (Atom)'),
    link('changes_json_feed', JSON_PATH, 'What changed, as a feed (JSON Feed)'),
    ...(service.operator_feeds
      ? [
          link(
            'operator_changes_feed',
            operatorFeedPath('{operator}'),
            'What changed about one operator, by slug, as a feed (Atom)',
            operators.length,
          ),
        ]
      : []),
  ];
}

/** `changes.atom` and `feed.json`: the log of changes as feeds, in Atom and in JSON. */
export function changeFeeds(dataset: Dataset, log: readonly LoggedChange[]): readonly Document[] {
  const { name, base_url } = dataset.service;
  const feed: Omit<Feed, 'entries'> = {
    id: `${base_url}/${ATOM_PATH}`,
    title: `${name}: changes`,
    path: ATOM_PATH,
    page: { url: `${base_url}/${ANSWERS.changes.path}`, mediaType: MEDIA_TYPES.json },
  };
  return [
    document([ATOM_PATH], (generatedAt) =>
      renderAtom({ ...feed, entries: feedEntries(log, dataset) }, dataset, generatedAt),
    ),
    document([JSON_PATH], () =>
      renderJson({ ...feed, path: JSON_PATH, entries: feedEntries(log, dataset) }, dataset),
    ),
  ];
}

/**
 * The feed of each operator, at its slug and its former slugs. It has no entries as long as nothing
 * changed, so that readers can subscribe before.
 *
 * @param logs The changes of each operator of all years, newest first, by its number.
 */
export function operatorFeeds(
  dataset: Dataset,
  logs: ReadonlyMap<number, readonly LoggedChange[]>,
): readonly Document[] {
  const { service, operators } = dataset;
  if (!service.operator_feeds) return [];
  return operators.map((operator) => ({
    ...document(
      [operatorFeedPath(operator.slug), ...operator.former_slugs.map(operatorFeedPath)],
      (generatedAt) =>
        renderAtom(
          {
            // The number stays if the slug changes.
            id: `${service.base_url}/${operatorPath(operator.id)}#changes`,
            title: `${service.name}: changes to ${operator.name}`,
            path: operatorFeedPath(operator.slug),
            page: { url: operatorPageUrl(operator, service), mediaType: 'text/html' },
            entries: feedEntries(logs.get(operator.id) ?? [], dataset),
          },
          dataset,
          generatedAt,
        ),
    ),
    operator: operator.slug,
  }));
}

function document(paths: Document['paths'], contentAt: Document['contentAt']): Document {
  return { kind: 'document', paths, mediaType: documentType(paths[0]), contentAt };
}

interface Feed {
  readonly id: string;
  readonly title: string;
  readonly path: ResourcePath;
  /** What it is the feed of. */
  readonly page: { readonly url: string; readonly mediaType: string };
  readonly entries: readonly FeedEntry[];
}

/** A feed as Atom (RFC 4287). */
function renderAtom(
  { id, title, path, page, entries }: Feed,
  { service }: Dataset,
  generatedAt: Timestamp,
): string {
  const { name, site_url, base_url, contact, license, attribution, notice } = service;
  return `${[
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', id),
    element('title', title),
    ...(notice === null ? [] : [element('subtitle', notice)]),
    element('updated', generatedAt),
    '<author>',
    element('name', name),
    element('uri', site_url),
    ...(contact.email === null ? [] : [element('email', contact.email)]),
    '</author>',
    element('rights', `${license.name}, ${license.url}. ${attribution}`),
    link('self', `${base_url}/${path}`, essenceOf(documentType(path))),
    link('alternate', page.url, page.mediaType),
    // RFC 4946.
    link('license', license.url),
    ...entries.flatMap(renderEntry),
    '</feed>',
  ].join('\n')}\n`;
}

function renderEntry({ id, title, published, page, html, operator }: FeedEntry) {
  return [
    '<entry>',
    element('id', id),
    element('title', title),
    element('published', published),
    element('updated', published),
    link('alternate', page.url, page.mediaType),
    ...(operator === null
      ? []
      : [`<category term="${operator.id}" label="${escapeMarkup(operator.name)}"/>`]),
    element('content', html, ' type="html"'),
    '</entry>',
  ];
}

function element(name: string, text: string, attributes = ''): string {
  return `<${name}${attributes}>${escapeMarkup(text)}</${name}>`;
}

function link(rel: string, href: string, type?: string): string {
  const typed = type === undefined ? '' : ` type="${type}"`;
  return `<link rel="${rel}" href="${escapeMarkup(href)}"${typed}/>`;
}

/** A feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
function renderJson({ title, path, entries }: Feed, { service }: Dataset): string {
  const { name, site_url, base_url, license, attribution, notice } = service;
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: site_url,
    feed_url: `${base_url}/${path}`,
    ...(notice !== null && { description: notice }),
    authors: [{ name, url: site_url }],
    // The format has no field for it. Names that start with an underscore are extensions.
    _license: { name: license.name, url: license.url, attribution },
    items: entries.map(({ id, title, published, page, html, operator }) => ({
      id,
      url: page.url,
      title,
      content_html: html,
      date_published: published,
      date_modified: published,
      ...(operator !== null && { tags: [operator.name] }),
    })),
  };
  return `${JSON.stringify(feed)}\n`;
}
