/** Two claims of `anchor`, of which the second took the place of the first. */
export const SUPERSEDED = `- claim_id: fee_usd_1
  metric: fee_usd
  value: 1
  evidence_url: https://anchor.example/old
  observed_at: 2026-01-01T00:00:00Z
  superseded_by: fee_usd_2
- claim_id: fee_usd_2
  metric: fee_usd
  value: 4
  evidence_url: https://anchor.example/new
  observed_at: 2026-02-01T00:00:00Z
`;

/** Claims of `anchor`, one for everything that can become of one. */
export const HISTORY = `${SUPERSEDED}- claim_id: streams_1
  metric: streams
  value: true
  evidence_url: https://anchor.example/tv
  observed_at: 2026-03-01T00:00:00Z
  retracted: { at: 2026-04-02T00:00:00Z, reason: It was another Anchor }
`;
