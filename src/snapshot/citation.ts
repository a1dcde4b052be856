import { dayOf, type Service, type Timestamp } from '../model/index.ts';
import { oneLine } from '../represent/index.ts';
import { spdxIdOf } from './license.ts';

/** How to cite the dataset, as a reader would find it in a list of references. */
export function citationOf({ name, site_url }: Service, publishedAt: Timestamp): string {
  const year = publishedAt.slice(0, 4);
  return `${oneLine(name)} (${year}). Dataset, version of ${publishedAt}. ${site_url}`;
}

/** `CITATION.cff`: the Citation File Format 1.2.0, in which a text in JSON is a text in YAML. */
export function toCitationFile(service: Service, publishedAt: Timestamp): string {
  const { name, site_url, base_url, contact, license, attribution } = service;
  const spdxId = spdxIdOf(license.url);
  const entity = (name: string, email: string | null, website: string | null) =>
    [
      `  - name: ${text(name)}`,
      ...(email === null ? [] : [`    email: ${text(email)}`]),
      ...(website === null ? [] : [`    website: ${text(website)}`]),
    ].join('\n');
  return `${[
    'cff-version: 1.2.0',
    `message: ${text(attribution)}`,
    'type: dataset',
    `title: ${text(name)}`,
    ...(service.notice === null ? [] : [`abstract: ${text(service.notice)}`]),
    `version: ${text(publishedAt)}`,
    `date-released: ${text(dayOf(publishedAt))}`,
    'authors:',
    entity(name, null, site_url),
    'contact:',
    entity(contact.name, contact.email, contact.url),
    `url: ${text(site_url)}`,
    `repository: ${text(base_url)}`,
    // license-url is for what is not on the SPDX list.
    spdxId === null ? `license-url: ${text(license.url)}` : `license: ${spdxId}`,
  ].join('\n')}\n`;
}

function text(value: string): string {
  return JSON.stringify(value);
}
