import * as crypto from 'node:crypto';
import { DOCUMENT_TYPES, essenceOf } from '../represent/index.ts';
import type { Document, IndexLink, ResourcePath } from '../resources/index.ts';

const CLIENT_PATH = 'client.js' as ResourcePath;

/** `client.js`: the client, which web pages import without a package. */
export function clientModule(code: string): Document {
  return {
    kind: 'document',
    paths: [CLIENT_PATH],
    mediaType: DOCUMENT_TYPES['*.js'],
    contentAt: () => code,
  };
}

/** The link of the service index to the client, with what browsers check it by. */
export function clientLink(code: string): IndexLink {
  return {
    name: 'client',
    rel: 'related',
    path: CLIENT_PATH,
    media_types: [essenceOf(DOCUMENT_TYPES['*.js'])],
    title: 'A JavaScript client for web pages, as one ES module',
    total: null,
    // https://www.w3.org/TR/sri-2/#the-integrity-attribute
    integrity: `sha384-${crypto.hash('sha384', code, 'base64')}`,
  };
}
