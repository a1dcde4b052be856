import { API_PATH } from './api-path.ts';
import { email } from './email.ts';
import { isLater } from './moment.ts';
import { checked, converted, crossChecked, oneOf, optional, type ReadAs, record } from './shape.ts';
import { text } from './text.ts';
import { timestamp } from './timestamp.ts';
import { addressRoot, url } from './url.ts';

/** In `https://api/v1`, what looks like the folder is the host. */
const AFTER_HOST = new RegExp(`^[^/]*//[^/].*${API_PATH}$`);

export const baseUrl = checked(addressRoot, (value) =>
  AFTER_HOST.test(value) ? null : { rule: 'base-url' },
);
export const siteUrl = addressRoot;

const contact = crossChecked(
  record({ name: text, email: optional(email), url: optional(url) }),
  ['email', 'url'],
  (value) => (value.email === null && value.url === null ? [{ problem: { rule: 'contact' } }] : []),
);

/** RFC 9745 §4: what ends does not end before it is deprecated. */
const deprecation = crossChecked(
  record({ since: timestamp, sunset: optional(timestamp), details: url }),
  ['since', 'sunset'],
  ({ since, sunset }) =>
    sunset !== null && isLater(since, sunset)
      ? [{ problem: { rule: 'early-sunset', since, sunset }, path: ['sunset'] }]
      : [],
);
/** That the API will end: since when nobody should begin with it, until when it answers, and why. */
export type Deprecation = ReadAs<typeof deprecation>;

/** The forms in which every claim has a page of its own, at `/claims/{claim_id}`. */
export const CLAIM_PAGES = ['json_and_csv', 'json', 'none'] as const;
export type ClaimPages = (typeof CLAIM_PAGES)[number];

/** `data/service.yaml` */
export const service = record({
  name: text,
  site_url: siteUrl,
  base_url: baseUrl,
  contact,
  license: record({ name: text, url }),
  attribution: text,
  notice: optional(text),
  claim_pages: converted(optional(oneOf(CLAIM_PAGES)), (value) => value ?? 'json_and_csv'),
  deprecation: optional(deprecation),
});
export type Service = ReadAs<typeof service>;
