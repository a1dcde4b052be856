import { type Command, Option } from 'commander';
import type { Session } from './describe-commands.ts';
import { nameFor, toDays, toPause } from './option-values.ts';
import { DATA, formatOption, TIMEOUT } from './options.ts';
import type { ReviewCommandOptions } from './review.ts';

/** Adds the command `review`. */
export function describeReview(program: Command, { version, world, finish }: Session): void {
  program
    .command('review')
    .description('list what has become old, broken, doubtful or unknown in the data')
    .addOption(DATA)
    .addOption(
      new Option(
        '--older-than <age>',
        'list pages that were last seen longer ago, in days or weeks',
      )
        .default(90, '90d')
        .argParser(toDays),
    )
    .addOption(formatOption('how the report is written', ['text', 'markdown', 'json']))
    .option('--check-links', 'ask for every address in the data, and remember the results', false)
    .option(
      '--links <file>',
      'file that remembers links (default: .operator-api-cache/links.json beside the sources)',
      nameFor('option --links'),
    )
    .addOption(
      new Option('--recheck <age>', 'ask again for links that were checked this long ago')
        .default(7, '7d')
        .argParser(toDays),
    )
    .option('--pause <seconds>', 'pause between two requests to a host', toPause, 1)
    .addOption(TIMEOUT)
    .option('--exit-code', 'exit with 1 if anything is old, dead or moved', false)
    .addHelpText('after', REVIEW_HELP)
    .action(async (options: ReviewCommandOptions) => {
      const { runReview } = await import('./review.ts');
      finish(await runReview(options, version, world));
    });
}

const REVIEW_HELP = `
The report goes to stdout. It has five parts:
  old       current claims and sources that were last seen too long ago, by page, each with the
            command that confirms these claims
  links     addresses that are dead, failing, moved, redirected, refused or not asked
  bounds    values within 5 % of the range from the min or max of their metric; a bound of 0 and a
            metric without both bounds do not count
  unknown   license_jurisdiction, kyc_level, accepts_vpn and has_mobile_app that are null
  missing   metrics without a current claim, by operator
Closed and merged operators, and retired metrics, are left out.
  --format text        for people
  --format markdown    for an issue on GitHub, at most 60,000 characters
  --format json        for tools: everything

--check-links sends HEAD, then GET if HEAD fails, one request at a time to each host. It respects
robots.txt, Crawl-delay up to 30 seconds, and Retry-After up to two minutes. It never asks for
addresses of private networks. 404 and 410 mean dead; 5xx and failed connections only if they last
until another day. Interrupted, it keeps what it has learned.

Exit codes: 0 reported, 1 the sources are invalid, or something is old, dead or moved and
--exit-code is given, 2 the command line or the environment is wrong.

Examples:
  operator-api review
  operator-api review --older-than 12w --format markdown
  operator-api review --check-links --pause 5
  operator-api review --check-links --format json --exit-code`;
