import type { Document } from '../resources/index.ts';
import type { Site } from './site.ts';

/** Badges as SVG: one for each operator and ranking. */
export function badges(_site: Site): readonly Document[] {
  return [];
}
