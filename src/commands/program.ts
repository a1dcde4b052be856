import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { baseUrl, siteUrl } from '../model/index.ts';
import { type BuildCommandOptions, runBuild } from './build.ts';
import { describeFailure } from './describe-failure.ts';
import { REPORT_FORMATS, type ReportFormat } from './report-format.ts';
import { runServe, type ServeCommandOptions } from './serve.ts';
import { runValidate } from './validate.ts';
import type { ExitCode, World } from './world.ts';

const DEFAULT_PORT = 8080;

/**
 * Runs one command line.
 *
 * @param args Without the interpreter and the script.
 */
export async function runCommandLine(
  args: readonly string[],
  version: string,
  world: World,
): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = describeProgram(version, world, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    world.err(`operator-api: ${describeFailure(error)}\n`);
    return 2;
  }
}

function describeProgram(version: string, world: World, finish: (code: ExitCode) => void): Command {
  const data = () => new Option('--data <dir>', 'folder with the YAML sources').default('data');
  const out = () =>
    new Option('--out <dir>', 'folder that is published; the API goes to api/v1 below it').default(
      'dist',
    );
  const format = () =>
    new Option('--format <format>', 'how problems are reported')
      .choices(REPORT_FORMATS)
      .default('text');

  const program = new Command('operator-api')
    .description(
      'Builds a read-only comparison API from YAML: every response ahead of time, as JSON and CSV.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', PROGRAM_HELP);
  program
    .command('validate')
    .description('check the sources and report every problem in them')
    .addOption(data())
    .addOption(format())
    .addHelpText('after', VALIDATE_HELP)
    .action((options: { data: string; format: ReportFormat }) =>
      finish(runValidate(options, world)),
    );

  program
    .command('build')
    .description('check the sources and write every response as a file')
    .addOption(data())
    .addOption(out())
    .option(
      '--base-url <url>',
      'where the API will be, instead of base_url of service.yaml',
      toUrl(baseUrl),
    )
    .option(
      '--site-url <url>',
      'where the pages are, instead of site_url of service.yaml',
      toUrl(siteUrl),
    )
    .option('--previous <manifest>', 'manifest.json of the last publication, a file or a URL')
    .addOption(format())
    .addHelpText('after', BUILD_HELP)
    .action(async (options: BuildCommandOptions) => finish(await runBuild(options, world)));

  program
    .command('serve')
    .description('preview what is built, on 127.0.0.1')
    .addOption(data())
    .addOption(out())
    .addOption(
      new Option('--port <number>', 'port to listen on; 0 takes any free one')
        .default(DEFAULT_PORT)
        .argParser(toPort),
    )
    .option('--watch', 'build first, and again whenever a source changes', false)
    .addHelpText('after', SERVE_HELP)
    .action(async (options: ServeCommandOptions) => finish(await runServe(options, world)));

  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: world.out,
      writeErr: world.err,
      outputError: (message, write) => write(toOneLine(message)),
    });
  }
  return program;
}

/** commander puts its suggestion on a line of its own. */
function toOneLine(message: string): string {
  return `${message
    .replace(/^error: /, 'operator-api: ')
    .trim()
    .replace(/\s*\n\s*/g, ' ')}\n`;
}

function toUrl(schema: typeof baseUrl | typeof siteUrl): (value: string) => string {
  return (value) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(
      schema === baseUrl
        ? 'It has to be an absolute http(s) address that ends in /api/v1.'
        : 'It has to be an absolute http(s) address.',
    );
  };
}

function toPort(value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new InvalidArgumentError('It has to be a number from 0 to 65535.');
}

const PROGRAM_HELP = `
A first session:
  operator-api validate            is everything in data/ sound?
  operator-api build               write dist/api/v1
  operator-api serve               look at it: curl http://127.0.0.1:${DEFAULT_PORT}/api/v1/operators

While editing:
  operator-api serve --watch       rebuild on every save, problems in the terminal

Exit codes: 0 clean, 1 the data is wrong, 2 the call or the environment is.
SOURCE_DATE_EPOCH sets the clock of a build; NO_COLOR turns colours off.`;

const VALIDATE_HELP = `
Problems go to stdout, the summary to stderr.
  --format text      for people: place, what is wrong, the line, what to do
  --format json      for tools: {"errors": 2, "diagnostics": [{"code": …, "file": …, "line": …}]}
  --format github    for GitHub Actions: annotations on the lines of a pull request

Examples:
  operator-api validate
  operator-api validate --data ../bookmakers/data --format json`;

const BUILD_HELP = `
With any problem in the sources nothing is written. Otherwise only files whose content changed
are written, and responses that did not change keep their generated_at.

Examples:
  operator-api build
  operator-api build --base-url https://staging.example/api/v1 --out /srv/www
  operator-api build --previous https://compare.example/api/v1/manifest.json

Use --previous where the output folder starts empty, as on a fresh checkout in CI: the manifest
of what is published now tells which responses did not change.`;

const SERVE_HELP = `
The first line of stdout is the address. Every answer is what a host is told to give: content
negotiation, caching, CORS and errors included.

Examples:
  operator-api serve
  operator-api serve --watch --port 0`;
