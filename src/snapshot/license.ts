/** The SPDX identifier of a licence that has a well-known address; null for any other. */
export function spdxIdOf(url: string): string | null {
  const [, path = ''] = /^https?:\/\/(?:www\.)?(.+?)\/?$/.exec(url.toLowerCase()) ?? [];
  const [, kind, version] = COMMONS.exec(path) ?? [];
  if (kind !== undefined) return `CC-${kind.toUpperCase()}-${version}`;
  if (/^creativecommons\.org\/publicdomain\/zero\/1\.0(\/|$)/.test(path)) return 'CC0-1.0';
  const [, commons = ''] =
    /^opendatacommons\.org\/licenses\/(by|odbl|pddl)(?:\/|$)/.exec(path) ?? [];
  return OPEN_DATA_COMMONS[commons] ?? null;
}

/** The versions that were ported to countries have other terms there, and only some have a name. */
const COMMONS =
  /^creativecommons\.org\/licenses\/(by(?:-nc)?(?:-sa|-nd)?)\/([1-4]\.0|2\.5)(?:\/(?:deed|legalcode)\S*)?$/;

const OPEN_DATA_COMMONS: Readonly<Record<string, string>> = {
  by: 'ODC-By-1.0',
  odbl: 'ODbL-1.0',
  pddl: 'PDDL-1.0',
};
