import type { Dataset, Timestamp } from '../model/index.ts';
import { DOCUMENT_TYPES } from '../represent/index.ts';
import { ANSWERS, type Document, type LoggedChange } from '../resources/index.ts';
import { FEED_PATH } from './change-log.ts';
import { escapeMarkup, type FeedEntry, feedEntries } from './feed-entries.ts';

/** `changes.atom`: the log of changes as a feed (RFC 4287). */
export function atomFeed(dataset: Dataset, log: () => readonly LoggedChange[]): Document {
  return {
    kind: 'document',
    paths: [FEED_PATH],
    mediaType: DOCUMENT_TYPES['*.atom'],
    contentAt: (generatedAt) => renderFeed(dataset, log(), generatedAt),
  };
}

function renderFeed(
  dataset: Dataset,
  log: readonly LoggedChange[],
  generatedAt: Timestamp,
): string {
  const { name, site_url, base_url, contact, license, attribution, notice } = dataset.service;
  return `${[
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', `${base_url}/${FEED_PATH}`),
    element('title', `${name}: changes`),
    ...(notice === null ? [] : [element('subtitle', notice)]),
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
    ...feedEntries(log, dataset).flatMap(renderEntry),
    '</feed>',
  ].join('\n')}\n`;
}

function renderEntry({ id, title, published, url, isPage, html, operator }: FeedEntry) {
  return [
    '<entry>',
    element('id', id),
    element('title', title),
    element('published', published),
    element('updated', published),
    link('alternate', url, isPage ? 'text/html' : 'application/json'),
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
