// How answers put figures into words.

interface Figure {
  readonly value: number | boolean | string;
  readonly unit: string | null;
}

interface Cited {
  readonly claim_id: string | null;
  readonly evidence_url: string | null;
  readonly observed_at: string | null;
}

/** "1.5 USD" */
export function figure({ value, unit }: Figure): string {
  return unit === null ? String(value) : `${value} ${unit}`;
}

/** "1.5 USD (fee_usd_1, observed 2026-10-01, https://anchor.example/fees)" */
export function citedFigure(stated: Figure & Cited): string {
  const { claim_id, observed_at, evidence_url } = stated;
  if (claim_id === null || observed_at === null) return figure(stated);
  return `${figure(stated)} (${claim_id}, observed ${day(observed_at)}, ${evidence_url})`;
}

export function day(timestamp: string): string {
  return timestamp.slice(0, 10);
}

/** "yes", "no" or "unknown" */
export function yesNo(value: boolean | null): string {
  if (value === null) return 'unknown';
  return value ? 'yes' : 'no';
}
