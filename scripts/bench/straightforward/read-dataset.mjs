/** Reads and checks the sources the way one writes it in an afternoon. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fastGlob from 'fast-glob';
import YAML from 'yaml';
import { z } from 'zod';

const text = z.string().trim().min(1);
const optionalText = text.nullish().transform((value) => value ?? null);
const optionalNumber = z
  .number()
  .nonnegative()
  .nullish()
  .transform((value) => value ?? null);
const url = z.url({ protocol: /^https?$/ });
const timestamp = z.iso.datetime();
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

const Service = z.object({
  name: text,
  license: z.object({ name: text, url }),
  attribution: text,
  site_url: url,
  base_url: url,
  claim_pages: z.enum(['json_and_csv', 'json', 'none']).nullish(),
});

const Metrics = z.array(
  z.object({
    key: z.string().regex(/^[a-z][a-z0-9_]*$/),
    name: text,
    description: text,
    type: z.enum(['number', 'integer', 'boolean', 'string']),
    unit: optionalText,
    better: z.enum(['lower', 'higher', 'none']),
  }),
);

const Categories = z.object({
  active: z.array(
    z.object({
      slug,
      alias: slug,
      title: text,
      description: text,
      where: z.record(z.string(), z.unknown()),
      cite: z.string(),
      rank_by: z
        .array(z.object({ by: z.string(), order: z.enum(['ascending', 'descending']) }))
        .min(1),
    }),
  ),
});

const Operator = z.strictObject({
  id: z.int().positive(),
  name: text,
  license_jurisdiction: optionalText,
  kyc_level: z.enum(['none', 'discretionary', 'threshold', 'required']),
  kyc_threshold_usd: optionalNumber,
  accepts_vpn: z.boolean(),
  has_mobile_app: z.boolean(),
  updated_at: timestamp,
  payment_options: z.array(
    z.strictObject({
      asset: text,
      network: optionalText,
      deposit: z.boolean(),
      withdrawal: z.boolean(),
      note: optionalText,
    }),
  ),
  fees: z.array(
    z.strictObject({
      type: z.enum(['deposit', 'withdrawal', 'betting', 'conversion', 'inactivity']),
      asset: optionalText,
      network: optionalText,
      model: z.enum(['free', 'flat', 'percent', 'flat_and_percent', 'network', 'unknown']),
      amount: optionalNumber,
      currency: optionalText,
      percent: optionalNumber,
      note: optionalText,
    }),
  ),
  limits: z.array(
    z.strictObject({
      type: z.enum([
        'deposit_min',
        'deposit_max',
        'withdrawal_min',
        'withdrawal_max',
        'stake_min',
        'stake_max',
      ]),
      amount: z.number().nonnegative().nullable(),
      currency: optionalText,
      asset: optionalText,
      network: optionalText,
      period: z.enum(['transaction', 'day', 'week', 'month']),
      tier: optionalText,
      note: optionalText,
    }),
  ),
  pros: z.array(text),
  cons: z.array(text),
  sources: z.array(z.strictObject({ title: text, url, accessed_at: timestamp })),
});

const Claims = z.array(
  z.strictObject({
    claim_id: z.string().regex(/^[a-z][a-z0-9_]*_\d+$/),
    metric: z.string(),
    value: z.union([z.number(), z.boolean(), text]),
    evidence_url: url,
    observed_at: timestamp,
    superseded_by: optionalText,
    retracted: z.object({ at: timestamp, reason: text }).nullish(),
  }),
);

export async function readDataset(data) {
  const service = await readYaml(join(data, 'service.yaml'), Service);
  const metrics = await readYaml(join(data, 'metrics.yaml'), Metrics);
  const categories = await readYaml(join(data, 'categories.yaml'), Categories);
  const files = await fastGlob('{operators,facts}/*.yaml', { cwd: data });
  const hasFacts = new Set(files.filter((file) => file.startsWith('facts/')));

  const operators = [];
  for (const file of files.filter((file) => file.startsWith('operators/'))) {
    const slug = basename(file, '.yaml');
    const facts = `facts/${slug}.yaml`;
    const operator = await readYaml(join(data, file), Operator);
    const claims = hasFacts.has(facts) ? await readYaml(join(data, facts), Claims) : [];
    operators.push({ slug, ...operator, claims, facts: claims.filter(isCurrent) });
  }
  operators.sort((a, b) => a.id - b.id);

  const dataset = {
    service,
    metrics: new Map(metrics.map((metric) => [metric.key, metric])),
    categories: categories.active,
    operators,
  };
  checkReferences(dataset);
  return dataset;
}

async function readYaml(path, schema) {
  const result = schema.safeParse(YAML.parse(await readFile(path, 'utf8')));
  if (!result.success) throw new Error(`${path}\n${z.prettifyError(result.error)}`);
  return result.data;
}

function isCurrent({ superseded_by, retracted }) {
  return !superseded_by && !retracted;
}

function checkReferences({ metrics, categories, operators }) {
  const ids = new Set();
  const claimIds = new Set();
  for (const { id, slug, claims } of operators) {
    if (ids.has(id)) throw new Error(`${slug}: the id ${id} is used twice`);
    ids.add(id);
    const own = new Set(claims.map(({ claim_id }) => claim_id));
    for (const { claim_id, metric, superseded_by } of claims) {
      if (!metrics.has(metric)) throw new Error(`${slug}: ${claim_id} has an unknown metric`);
      if (claimIds.has(claim_id)) throw new Error(`${slug}: ${claim_id} is used twice`);
      claimIds.add(claim_id);
      if (superseded_by && !own.has(superseded_by))
        throw new Error(`${slug}: ${claim_id} is superseded by an unknown claim`);
    }
  }
  for (const { slug, cite } of categories) {
    if (!metrics.has(cite))
      throw new Error(`The category ${slug} cites the unknown metric ${cite}`);
  }
}
