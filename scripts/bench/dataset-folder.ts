import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDataset } from '../generate-dataset.ts';

/** Writes generated sources into a folder. */
export function writeDataset(folder: string, operators: number): void {
  for (const kind of ['operators', 'facts']) mkdirSync(join(folder, kind), { recursive: true });
  for (const [name, text] of Object.entries(generateDataset(operators))) {
    writeFileSync(join(folder, name), text);
  }
}

/** Adds a superseded and a retracted claim to an operator: all generated claims are current. */
export function addFormerClaims(folder: string): void {
  const [file = ''] = readdirSync(join(folder, 'facts')).sort();
  const path = join(folder, 'facts', file);
  const current = readFileSync(path, 'utf8');
  const [, successor] = /^- claim_id: (support_hours_\d+)$/m.exec(current) ?? [];
  const former = `- claim_id: support_hours_0
  metric: support_hours
  value: "Always, it said"
  evidence_url: https://former.example/hours
  observed_at: 2026-01-05T08:00:00Z
  superseded_by: ${successor}
- claim_id: supported_assets_0
  metric: supported_assets
  value: 12
  evidence_url: https://former.example/assets
  observed_at: 2026-01-06T09:30:00Z
  retracted: { at: 2026-02-01T00:00:00Z, reason: 'The page was of "another", not of this one' }
`;
  writeFileSync(path, former + current);
}

/**
 * Changes when one operator was updated, which the list and the rankings show, too.
 *
 * @returns Its slug.
 */
export function changeOperator(folder: string, time: Date): string {
  const files = readdirSync(join(folder, 'operators')).sort();
  const file = files[Math.floor(files.length / 2)] ?? '';
  const path = join(folder, 'operators', file);
  const updated = `updated_at: ${time.toISOString()}`;
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^updated_at: .*$/m, updated));
  utimesSync(path, time, time);
  return file.replace(/\.yaml$/, '');
}
