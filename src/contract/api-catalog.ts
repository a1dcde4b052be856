import { DOCUMENT_TYPES, essenceOf, MANIFEST_PATH, MEDIA_TYPES } from '../represent/index.ts';
import type { Outline } from './outline.ts';

/** The catalogue of APIs at an origin (RFC 9727), as a set of links (RFC 9264). */
export function apiCatalog({ frame: { service } }: Pick<Outline, 'frame'>): object {
  const { base_url: baseUrl, license, site_url, deprecation } = service;
  const link = (path: string, type: string) => ({ href: `${baseUrl}/${path}`, type });
  return {
    linkset: [
      { anchor: `${new URL(baseUrl).origin}/.well-known/api-catalog`, item: [{ href: baseUrl }] },
      {
        anchor: baseUrl,
        'service-desc': [link('openapi.json', MEDIA_TYPES.json)],
        'service-doc': [link('llms-full.txt', essenceOf(DOCUMENT_TYPES['*.txt']))],
        'service-meta': [
          link('dataset.jsonld', DOCUMENT_TYPES['*.jsonld']),
          link(MANIFEST_PATH, MEDIA_TYPES.json),
        ],
        license: [{ href: license.url }],
        about: [{ href: site_url }],
        ...(deprecation !== null && { deprecation: [{ href: deprecation.details }] }),
      },
    ],
  };
}
