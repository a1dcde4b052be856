import type { Operator, Service, SUMMARY_COLUMNS } from '../model/index.ts';
import { detailPath } from './resource-path.ts';

/** An operator in brief. */
export function summaryRecord(operator: Operator, { site_url, base_url }: Addresses) {
  return {
    id: operator.id,
    slug: operator.slug,
    name: operator.name,
    license_jurisdiction: operator.license_jurisdiction,
    kyc_level: operator.kyc_level,
    kyc_threshold_usd: operator.kyc_threshold_usd,
    accepts_vpn: operator.accepts_vpn,
    has_mobile_app: operator.has_mobile_app,
    url: `${site_url}/operators/${operator.slug}`,
    api_url: `${base_url}/${detailPath(operator.slug)}`,
    updated_at: operator.updated_at,
  } satisfies Record<(typeof SUMMARY_COLUMNS)[number], unknown>;
}

export type SummaryRecord = ReturnType<typeof summaryRecord>;

/** The addresses that records point to. */
export type Addresses = Pick<Service, 'site_url' | 'base_url'>;
