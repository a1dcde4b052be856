import type { Comparison, Side } from './comparison.ts';

/** For tools: one JSON document. Keys are added, never renamed. */
export function renderComparisonJson({ old, new: now, changes, rankings }: Comparison): string {
  const document = {
    old: toRecord(old),
    new: toRecord(now),
    total: changes.length,
    changes,
    rankings,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function toRecord({ manifest, generatedAt, baseUrl }: Side) {
  return { manifest, generated_at: generatedAt, base_url: baseUrl };
}
