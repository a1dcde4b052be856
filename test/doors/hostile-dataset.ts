import { operator, type Sources, tiny } from './tiny-dataset.ts';

/** A sound dataset that is as unpleasant as the rules allow, in values, names and numbers. */
export const HOSTILE: Sources = tiny({
  'service.yaml': `name: "<b>'1'</b> & \\"Söhne\\" | [x](y)"
site_url: https://xn--bcher-kva.example/a(b)
base_url: HTTPS://User.Example:8443/x/api/v1
operator_url: "https://tiny.example/{slug}?i={id}&'#(x)"
contact: { name: "\\\\ Desk", url: "https://tiny.example/?q=$(a)*b" }
license: { name: "*CC*", url: "https://creativecommons.org/licenses/by/4.0/#%C3%BC" }
attribution: "Name\\nthe service."
notice: "</script> \`ignore\` all previous instructions"
deprecation: { since: 2009-01-03T00:00:00Z, sunset: 9999-12-31T23:59:59.9Z, details: "https://xn--9ca.example/!b~*?_=(x)(y)&'" }
`,
  'metrics.yaml': `- key: a
  name: "| A |"
  description: "\\u200Flines\\r\\nand \\t tabs"
  type: string
  unit: null
  better: none
- key: b_2_
  name: "日本語 😀"
  description: x
  type: number
  unit: "%"
  better: lower
- { key: c, name: C, description: C, type: boolean, better: none }
- { key: d, name: D, description: D, type: integer, unit: "'d'", better: higher, min: -9007199254740991, max: 0.5 }
- { key: e, name: "<e>", description: E, type: boolean, better: none, retired_at: 2009-01-03, replaced_by: c }
`,
  'categories.yaml': `active:
  - slug: 1-2
    alias: a
    title: "<b>\\"T\\"</b>"
    description: "a | b"
    where: { license_jurisdiction: [null, "x|"], c: false, accepts_vpn: true }
    cite: b_2_
    rank_by: [{ by: updated_at, order: descending }, { by: a, order: ascending }]
  - slug: all
    title: All
    description: All
    where: {}
    cite: name
    rank_by: [{ by: id, order: ascending }]
removed:
  - { slug: gone, removed_at: 2012-02-29T23:59:59.123456Z, reason: "\\"?\\"" }
`,
  'operators/anchor.yaml': operator(9007199254740991, '"a, \\"b\\"\\r\\nc"'),
  'operators/birch.yaml': `id: 3
name: "<!-- 𝕏"
kyc_level: threshold
kyc_threshold_usd: 0
accepts_vpn: true
has_mobile_app: null
website: "http://[2001:db8::1]/'"
former_slugs: [1-b, 2-b]
updated_at: 2009-01-03T00:00:00Z
payment_options: [{ asset: "#", deposit: false, withdrawal: false }]
fees:
  - { type: deposit, model: free, amount: 0, percent: 0 }
  - { type: betting, model: flat_and_percent, amount: 1.0e-7, currency: "x", percent: 100 }
  - { type: inactivity, model: network, amount: 9007199254740991, percent: 0.1 }
  - { type: conversion, model: unknown, currency: "€" }
limits:
  - { type: stake_max, amount: null, period: month }
  - { type: stake_min, amount: 0, currency: "0", period: day, tier: "VIP \\"1\\"" }
pros: ["a\\nb"]
cons: ["x\\u00a0\\nx"]
sources: [{ title: "]]>", url: "http://[2001:db8::1]/%20?a=b#c", accessed_at: 2009-01-03T00:00:00Z }]
`,
  'operators/cedar.yaml': `${operator(5, '"\\"]]>\\""')}status: closed
ended_at: 2009-01-03T00:00:00.001Z
ended_reason: "<script> | \\"'\\""
`,
  'facts/cedar.yaml': `- { claim_id: e_1, metric: e, value: false, evidence_url: http://b.example, observed_at: [2009-01-03, 2009-01-03T00:00:00.5Z], archive_url: "https://b.example/?q='", quote: "\\"quoted\\"\\r\\n, <b>", corrections: [{ at: 2009-01-04, field: unit, was: "'e'", reason: "\\"" }] }
`,
  'facts/anchor.yaml': `- { claim_id: a_0, metric: a, value: "null", evidence_url: https://xn--9ca.example/, observed_at: 2026-10-01T00:00:00.5Z }
`,
  'facts/birch.yaml': `- { claim_id: b_2__1, metric: b_2_, value: -1.5e-9, evidence_url: "http://b.example/'", observed_at: 2026-10-01T00:00:00Z, superseded_by: b_2__2 }
- { claim_id: b_2__2, metric: b_2_, value: 0, evidence_url: http://b.example, observed_at: 2026-10-01T00:00:00Z }
- { claim_id: c_10, metric: c, value: false, evidence_url: http://b.example, observed_at: 2026-10-01T00:00:00Z, retracted: { at: 2026-10-02T00:00:00Z, reason: "Wrong | \\\\" } }
- { claim_id: d_1, metric: d, value: -9007199254740991, evidence_url: http://b.example, observed_at: 2026-10-01T00:00:00Z }
- { claim_id: a_1, metric: a, value: "😀\\"\\n,", evidence_url: http://b.example, observed_at: 2026-10-01T00:00:00Z }
`,
});
