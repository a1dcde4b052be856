import { EnvironmentError } from '../diagnostics/index.ts';
import { addCategory, addClaim, addMetric, addOperator } from '../edit/index.ts';
import { type EditCommandOptions, runEdit, timeOption, today } from './edit-sources.ts';
import type { ExitCode, World } from './world.ts';

export interface NewOperatorOptions extends EditCommandOptions {
  readonly slug?: string;
  readonly id?: number;
  readonly website?: string;
  readonly licenseJurisdiction?: string;
  readonly kycLevel?: string;
  readonly kycThresholdUsd?: number;
  readonly acceptsVpn?: boolean;
  readonly hasMobileApp?: boolean;
}

/** Adds an operator. */
export function runNewOperator(
  words: readonly string[],
  options: NewOperatorOptions,
  world: World,
): Promise<ExitCode> {
  return runEdit(options, world, async (sources, clock) => {
    const given = words.length === 0 ? undefined : words.join(' ');
    return addOperator(sources, {
      name: await need(world, given, 'argument name', 'Name of the operator'),
      slug: options.slug,
      id: options.id,
      website: options.website ?? null,
      licenseJurisdiction: options.licenseJurisdiction ?? null,
      kycLevel: options.kycLevel ?? null,
      kycThresholdUsd: options.kycThresholdUsd ?? null,
      acceptsVpn: options.acceptsVpn ?? null,
      hasMobileApp: options.hasMobileApp ?? null,
      day: today(clock),
    });
  });
}

export interface NewClaimOptions extends EditCommandOptions {
  readonly value?: string;
  readonly evidence?: string;
  readonly at?: string;
  readonly archiveUrl?: string;
  readonly quote?: string;
}

/** Adds a claim to an operator. */
export function runNewClaim(
  operator: string,
  metric: string,
  options: NewClaimOptions,
  world: World,
): Promise<ExitCode> {
  return runEdit(options, world, async (sources, clock) =>
    addClaim(sources, operator, metric, {
      ...options,
      at: timeOption(options.at, clock),
      value: await need(world, options.value, 'option --value', `Value of ${metric}`),
      evidence: await need(world, options.evidence, 'option --evidence', 'URL that shows it'),
    }),
  );
}

export interface NewMetricOptions extends EditCommandOptions {
  readonly name?: string;
  readonly description?: string;
  readonly type?: string;
  readonly unit?: string;
  readonly better?: string;
}

/** Adds a metric. */
export function runNewMetric(
  key: string,
  options: NewMetricOptions,
  world: World,
): Promise<ExitCode> {
  return runEdit(options, world, async (sources) => {
    const ask = (option: 'name' | 'description' | 'type' | 'better', question: string) =>
      need(world, options[option], `option --${option}`, question);
    return addMetric(sources, {
      key,
      name: await ask('name', 'Name for people'),
      description: await ask('description', 'What exactly is measured, and how'),
      type: await ask('type', 'Type of its values (number, integer, boolean or string)'),
      unit: options.unit ?? null,
      better: await ask('better', 'Which values are better (lower, higher or none)'),
    });
  });
}

export interface NewCategoryOptions extends EditCommandOptions {
  readonly title?: string;
  readonly description?: string;
  readonly alias?: string;
  readonly where: readonly string[];
  readonly cite?: string;
  readonly rankBy: readonly string[];
}

/** Adds a category. */
export function runNewCategory(
  slug: string,
  options: NewCategoryOptions,
  world: World,
): Promise<ExitCode> {
  return runEdit(options, world, async (sources) => {
    const { title, description, rankBy } = options;
    const [first] = rankBy;
    const ranked = 'Metric or summary field that decides the rank, such as fee_usd:ascending';
    return addCategory(sources, {
      ...options,
      slug,
      title: await need(world, title, 'option --title', 'Title of the ranking'),
      description: await need(world, description, 'option --description', 'What it shows'),
      rankBy: [await need(world, first, 'option --rank-by', ranked), ...rankBy.slice(1)],
    });
  });
}

/**
 * What the user gave, or answers.
 *
 * @throws EnvironmentError without a terminal, and for an empty answer
 */
async function need(
  world: World,
  given: string | undefined,
  where: string,
  question: string,
): Promise<string> {
  const answer = given ?? (await world.ask(`${question}: `))?.trim();
  if (answer) return answer;
  throw new EnvironmentError(`The ${where} is missing (${question})`);
}
