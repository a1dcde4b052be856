import type { Deprecation, Timestamp } from '../../src/model/index.ts';
import { commonHeaders, commonLinks, DEFAULT_SERVING } from '../../src/policy/index.ts';
import { fenced } from './replay.ts';

/** What a publisher could write; nothing of the sample data is to end. */
const DEPRECATION: Deprecation = {
  since: '2027-01-01T00:00:00Z' as Timestamp,
  sunset: '2027-07-01T00:00:00Z' as Timestamp,
  details: 'https://compare.example/v2',
};

/** The header fields by which every answer says that the API will end. */
export function renderAnnouncement(): string {
  const serving = { ...DEFAULT_SERVING, deprecation: DEPRECATION };
  const usual = commonHeaders(DEFAULT_SERVING);
  const fields = Object.entries(commonHeaders(serving)).filter(([name]) => !(name in usual));
  const links = commonLinks(serving).filter((link) => !commonLinks(DEFAULT_SERVING).includes(link));
  const lines = [...fields, ...links.map((link) => ['Link', link] as const)];
  return fenced('http', lines.map(([name, value]) => `${name}: ${value}`).join('\n'));
}
