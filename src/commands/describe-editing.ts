import { type Command, Option } from 'commander';
import type { Metric, OperatorRecord } from '../model/index.ts';
import type { CloseCommandOptions } from './close.ts';
import type { ConfirmCommandOptions } from './confirm.ts';
import type { Session } from './describe-commands.ts';
import type { EditCommandOptions } from './edit-sources.ts';
import type {
  NewCategoryOptions,
  NewClaimOptions,
  NewMetricOptions,
  NewOperatorOptions,
} from './new.ts';
import { toAmount, toBoolean, toId } from './option-values.ts';
import { DATA } from './options.ts';
import type { RetractCommandOptions } from './retract.ts';
import type { SupersedeCommandOptions } from './supersede.ts';

const YES = new Option('--yes', 'write without asking').default(false, 'ask');
const AT = new Option(
  '--at <time>',
  'a day or a time in UTC: 2026-11-20 or 2026-11-20T09:30:00Z (default: now)',
);
const ARCHIVE_URL = new Option('--archive-url <url>', 'a copy of the evidence that lasts');
const QUOTE = new Option('--quote <text>', 'the words of the evidence that say so');

// The schemas have these choices too, but take long to load.
const KYC_LEVELS = [
  'none',
  'discretionary',
  'threshold',
  'required',
] as const satisfies readonly OperatorRecord['kyc_level'][];
const METRIC_TYPES = [
  'number',
  'integer',
  'boolean',
  'string',
] as const satisfies readonly Metric['type'][];
const BETTER = ['lower', 'higher', 'none'] as const satisfies readonly Metric['better'][];

/** Adds the commands that edit sources. */
export function describeEditing(program: Command, session: Session): void {
  describeNew(program, session);
  describeConfirm(program, session);
  describeSupersede(program, session);
  describeRetract(program, session);
  describeRename(program, session);
  describeClose(program, session);
}

/** What every command that edits sources does. */
const EDITING = `
The difference goes to stdout. The command then asks whether to write it; --yes answers. Without a
terminal and without --yes, nothing is written. Comments, order and style of the sources stay as they
are. Nothing is written either if the sources are not valid, before or after the edit.

Exit codes: 0 written, or shown; 1 the sources are not valid; 2 the edit is not possible.
`;

function describeNew(program: Command, session: Session): void {
  const group = program
    .command('new')
    .description('add an operator, a claim, a metric or a category')
    .helpCommand(false)
    .addHelpText('after', NEW_HELP);
  describeNewOperator(group, session);
  describeNewClaim(group, session);
  describeNewMetric(group, session);
  describeNewCategory(group, session);
}

const NEW_HELP = `${EDITING}
In a terminal, the command asks for what is missing.

Examples:
  operator-api new operator Harbour Nine --website https://harbour-nine.example/
  operator-api new claim harbour-nine supported_assets --value 4 --evidence https://harbour-nine.example/cashier
  operator-api help new`;

function describeNewOperator(group: Command, { world, finish }: Session): void {
  group
    .command('operator')
    .description('add an operator, with null and [] for what is not known yet')
    .argument('[name...]', 'its name for people')
    .option('--slug <slug>', 'its name in addresses (default: made from the name)')
    .option('--id <number>', 'its number (default: the next free one)', toId)
    .option('--website <url>', 'its own website, which is also the first of its sources')
    .option('--license-jurisdiction <text>', 'where it is licensed')
    .addOption(
      new Option('--kyc-level <level>', 'when customers have to prove who they are').choices(
        KYC_LEVELS,
      ),
    )
    .option('--kyc-threshold-usd <amount>', 'above which sum, with the level threshold', toAmount)
    .option('--accepts-vpn <boolean>', 'whether customers may connect through a VPN', toBoolean)
    .option('--has-mobile-app <boolean>', 'whether there is an app for phones', toBoolean)
    .addOption(DATA)
    .addOption(YES)
    .addHelpText('after', NEW_OPERATOR_HELP)
    .action(async (words: string[], options: NewOperatorOptions) => {
      const { runNewOperator } = await import('./new.ts');
      finish(await runNewOperator(words, options, world));
    });
}

const NEW_OPERATOR_HELP = `${EDITING}
Examples:
  operator-api new operator Harbour Nine --website https://harbour-nine.example/
  operator-api new operator "Finch, Tallow & Sons" --slug finch-tallow --kyc-level required --yes`;

function describeNewClaim(group: Command, { world, finish }: Session): void {
  group
    .command('claim')
    .description('add a claim to an operator, with the next free number')
    .argument('<operator>', 'the slug of the operator')
    .argument('<metric>', 'the key of the metric')
    .option('--value <value>', 'the value, as the type of the metric says')
    .option('--evidence <url>', 'where it was seen')
    .addOption(AT)
    .addOption(ARCHIVE_URL)
    .addOption(QUOTE)
    .addOption(DATA)
    .addOption(YES)
    .addHelpText('after', NEW_CLAIM_HELP)
    .action(async (operator: string, metric: string, options: NewClaimOptions) => {
      const { runNewClaim } = await import('./new.ts');
      finish(await runNewClaim(operator, metric, options, world));
    });
}

const NEW_CLAIM_HELP = `${EDITING}
Examples:
  operator-api new claim saltbarn live_streaming --value false --evidence https://saltbarn.example/
  operator-api new claim saltbarn support_hours --value "24/7" --evidence https://saltbarn.example/help \\
    --quote "We answer day and night" --at 2026-11-20`;

function describeNewMetric(group: Command, { world, finish }: Session): void {
  group
    .command('metric')
    .description('add a metric')
    .argument('<key>', 'its key: lower-case letters, digits and underscores; it never changes')
    .option('--name <text>', 'its name for people')
    .option('--description <text>', 'what exactly is measured, and how')
    .addOption(new Option('--type <type>', 'the type of its values').choices(METRIC_TYPES))
    .option('--unit <unit>', 'what its values count, such as USD, % or min (default: none)')
    .addOption(
      new Option('--better <which>', 'which values are better for a customer').choices(BETTER),
    )
    .addOption(DATA)
    .addOption(YES)
    .addHelpText('after', NEW_METRIC_HELP)
    .action(async (key: string, options: NewMetricOptions) => {
      const { runNewMetric } = await import('./new.ts');
      finish(await runNewMetric(key, options, world));
    });
}

const NEW_METRIC_HELP = `${EDITING}
Example:
  operator-api new metric deposit_minimum_usd --name "Smallest deposit (USD)" --type number --unit USD \\
    --better lower --description "The smallest deposit that the cashier accepts, in US dollars."`;

function describeNewCategory(group: Command, { world, finish }: Session): void {
  const several = (value: string, before: readonly string[]) => [...before, value];
  group
    .command('category')
    .description('add a category, which is a ranking of operators')
    .argument('<slug>', 'its name in addresses')
    .option('--title <text>', 'the title of the ranking')
    .option('--description <text>', 'what it shows, in a sentence or two')
    .option('--alias <slug>', 'a second name in addresses')
    .addOption(
      new Option(
        '--rank-by <field>',
        'a metric or summary field that decides, then those that break ties',
      )
        .default([], 'asked')
        .argParser(several),
    )
    .addOption(
      new Option('--where <condition>', 'field=value: only such operators; may be repeated')
        .default([], 'all operators')
        .argParser(several),
    )
    .option('--cite <field>', 'what each ranked operator carries (default: the first --rank-by)')
    .addOption(DATA)
    .addOption(YES)
    .addHelpText('after', NEW_CATEGORY_HELP)
    .action(async (slug: string, options: NewCategoryOptions) => {
      const { runNewCategory } = await import('./new.ts');
      finish(await runNewCategory(slug, options, world));
    });
}

const NEW_CATEGORY_HELP = `${EDITING}
--rank-by takes the better values of a metric first. Add :ascending or :descending for another order, and
for a field of which no value is better.

Example:
  operator-api new category fast --title "Fastest withdrawals" --rank-by median_withdrawal_minutes \\
    --where accepts_vpn=true --description "Operators by the median time of a withdrawal."`;

function describeSupersede(program: Command, { world, finish }: Session): void {
  program
    .command('supersede')
    .description('add a claim with a new value, which replaces a current claim')
    .argument('<claim_id>', 'the current claim')
    .requiredOption('--value <value>', 'the new value')
    .option('--evidence <url>', 'where it was seen (default: the evidence of the current claim)')
    .addOption(AT)
    .addOption(ARCHIVE_URL)
    .addOption(QUOTE)
    .addOption(DATA)
    .addOption(YES)
    .addHelpText('after', SUPERSEDE_HELP)
    .action(async (claimId: string, options: SupersedeCommandOptions) => {
      const { runSupersede } = await import('./supersede.ts');
      finish(await runSupersede(claimId, options, world));
    });
}

const SUPERSEDE_HELP = `${EDITING}
Use it when the world has changed. Use confirm if the value is still the same, and retract if the claim
was wrong. A summary field of the operator that states the same value, such as kyc_threshold_usd, is
changed too.

Examples:
  operator-api supersede usdt_trc20_withdrawal_fee_usd_7 --value 1.2
  operator-api supersede support_hours_2 --value "08:00 to 22:00" --at 2026-11-20 --yes`;

function describeRetract(program: Command, { world, finish }: Session): void {
  program
    .command('retract')
    .description('mark claims as wrong, or as no longer true without a successor')
    .argument('<claim_id...>', 'the current claims')
    .requiredOption('--reason <text>', 'why, for the readers of the claims')
    .addOption(
      new Option('--earlier <fate>', 'what happens to the claims that it had superseded').choices([
        'current',
        'retract',
      ]),
    )
    .addOption(AT)
    .addOption(DATA)
    .addOption(YES)
    .addHelpText('after', RETRACT_HELP)
    .action(async (claimIds: string[], options: RetractCommandOptions) => {
      const { runRetract } = await import('./retract.ts');
      finish(await runRetract(claimIds, options, world));
    });
}

const RETRACT_HELP = `${EDITING}
A claim cannot be superseded by a retracted one. If a claim had superseded another one, say what is
true now:
  --earlier current   the earlier claim is true again, and becomes current
  --earlier retract   the earlier claims are not true either, and are retracted for the same reason

Examples:
  operator-api retract licence_number_2 --reason "The number belongs to another company."
  operator-api retract usdt_trc20_withdrawal_fee_usd_7 --reason "Misread." --earlier current`;

function describeConfirm(program: Command, { world, finish }: Session): void {
  program
    .command('confirm')
    .description('note that claims were seen again and are still true')
    .argument('<name...>', 'ids of claims, and slugs of operators for all their current claims')
    .option('--source <url>', 'of operators, only the claims with this evidence')
    .addOption(AT)
    .addOption(DATA)
    .addOption(YES)
    .addHelpText('after', CONFIRM_HELP)
    .action(async (names: string[], options: ConfirmCommandOptions) => {
      const { runConfirm } = await import('./confirm.ts');
      finish(await runConfirm(names, options, world));
    });
}

const CONFIRM_HELP = `${EDITING}
A time is added to observed_at of each claim. It has to be later than the last one: a claim that is named
by its id is refused otherwise, and claims of an operator that were seen at that time or later are left out.

Examples:
  operator-api confirm usdt_trc20_withdrawal_fee_usd_7 supported_assets_4
  operator-api confirm harbour-nine --source https://harbour-nine.example/cashier --at 2026-11-20`;

function describeRename(program: Command, { world, finish }: Session): void {
  program
    .command('rename')
    .description('give an operator another slug')
    .argument('<slug>', 'the slug that it has')
    .argument('<new-slug>', 'the slug that it gets')
    .addOption(DATA)
    .addOption(YES)
    .addHelpText('after', RENAME_HELP)
    .action(async (slug: string, newSlug: string, options: EditCommandOptions) => {
      const { runRename } = await import('./rename.ts');
      finish(await runRename(slug, newSlug, options, world));
    });
}

const RENAME_HELP = `${EDITING}
Both files of the operator get the new name. The old slug is added to former_slugs, so its addresses keep
answering. The id, the claims and the name for people stay the same.

Example:
  operator-api rename harbour-nine harbour-9`;

function describeClose(program: Command, { world, finish }: Session): void {
  program
    .command('close')
    .description('mark an operator as closed, or as merged into another one')
    .argument('<slug>', 'the operator')
    .option('--at <day>', 'when it closed or merged: a day or a time in UTC (default: today)')
    .option('--reason <text>', 'why, for readers')
    .option('--merged-into <slug>', 'the operator that it has merged into')
    .addOption(DATA)
    .addOption(YES)
    .addHelpText('after', CLOSE_HELP)
    .action(async (slug: string, options: CloseCommandOptions) => {
      const { runClose } = await import('./close.ts');
      finish(await runClose(slug, options, world));
    });
}

const CLOSE_HELP = `${EDITING}
The operator leaves the list and the rankings. Its own addresses and its claims stay.

Examples:
  operator-api close harbour-nine --at 2026-08-01 --reason "Withdrawals stopped in July."
  operator-api close harbour-nine --merged-into pale-otter`;
