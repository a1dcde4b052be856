import type { Document } from '../resources/index.ts';
import { type Site, siteFile } from './site.ts';

/** `preview.png`: the picture that other sites show beside a link (https://ogp.me). */
export async function previewPicture(
  _site: Site,
  _files: ReadonlyMap<string, Uint8Array>,
): Promise<Document> {
  return siteFile('preview.png', () => new Uint8Array());
}
