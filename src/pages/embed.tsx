import type { Document } from '../resources/index.ts';
import type { Site } from './site.ts';

/** `/embed/…`: widgets as pages for frames, and what describes them (https://oembed.com). */
export function embedPages(_site: Site): readonly Document[] {
  return [];
}
