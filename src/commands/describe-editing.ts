import { type Command, Option } from 'commander';
import type { ConfirmCommandOptions } from './confirm.ts';
import type { Session } from './describe-commands.ts';
import { nameFor } from './option-values.ts';
import type { RetractCommandOptions } from './retract.ts';
import type { SupersedeCommandOptions } from './supersede.ts';

const DATA = new Option('--data <dir>', 'folder with the YAML sources')
  .default('data')
  .argParser(nameFor('option --data'));
const YES = new Option('--yes', 'write without asking').default(false, 'ask');
const AT = new Option(
  '--at <time>',
  'a day or a time in UTC: 2026-11-20 or 2026-11-20T09:30:00Z (default: now)',
);
const ARCHIVE_URL = new Option('--archive-url <url>', 'a copy of the evidence that lasts');
const QUOTE = new Option('--quote <text>', 'the words of the evidence that say so');

/** Adds the commands that edit sources. */
export function describeEditing(program: Command, session: Session): void {
  describeSupersede(program, session);
  describeRetract(program, session);
  describeConfirm(program, session);
}

/** What every command that edits sources does. */
const EDITING = `
The difference goes to stdout. The command then asks whether to write it; --yes answers. Without a
terminal and without --yes, nothing is written. Comments, order and style of the sources stay as they
are. Nothing is written either if the sources are not valid, before or after the edit.

Exit codes: 0 written, or shown; 1 the sources are not valid; 2 the edit is not possible.
`;

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
    .description('mark a claim as wrong, or as no longer true without a successor')
    .argument('<claim_id>', 'the current claim')
    .requiredOption('--reason <text>', 'why, for the readers of the claim')
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
    .action(async (claimId: string, options: RetractCommandOptions) => {
      const { runRetract } = await import('./retract.ts');
      finish(await runRetract(claimId, options, world));
    });
}

const RETRACT_HELP = `${EDITING}
A claim cannot be superseded by a retracted one. If the claim had superseded another one, say what is
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
