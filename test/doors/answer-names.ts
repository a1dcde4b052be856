import { ADDRESSES } from '../../src/resources/index.ts';

/** What schemas and CSV metadata call an answer that manifests list as of a kind. */
export function nameOfKind(kind: string): string {
  return ADDRESSES.find(({ listedAs }) => listedAs === kind)?.kind ?? kind;
}
