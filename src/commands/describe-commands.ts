import { Argument, type Command, Option } from 'commander';
import { HOST_NAMES, type HostName } from '../hosts/index.ts';
import type { BuildCommandOptions } from './build.ts';
import { describeEditing } from './describe-editing.ts';
import { describeImport } from './describe-import.ts';
import { describeProject } from './describe-project.ts';
import { describeReview } from './describe-review.ts';
import type { DiffCommandOptions } from './diff.ts';
import type { HostCommandOptions } from './host.ts';
import {
  nameFor,
  toConcurrency,
  toHours,
  toListen,
  toPath,
  toPort,
  toRoot,
  toSample,
  toSeconds,
  toServerName,
} from './option-values.ts';
import {
  ALL,
  CACHE,
  DATA,
  FORMAT,
  formatOption,
  NO_CACHE,
  OUT,
  PREVIOUS,
  TIMEOUT,
} from './options.ts';
import type { ServeCommandOptions } from './serve.ts';
import type { SyncCommandOptions } from './sync.ts';
import type { ValidateCommandOptions } from './validate.ts';
import type { VerifyCommandOptions } from './verify.ts';
import type { ExitCode, World } from './world.ts';

export const DEFAULT_PORT = 8080;

/** One run of the program. */
export interface Session {
  readonly version: string;
  readonly world: World;
  /** Takes the exit code of the command that was called. */
  readonly finish: (code: ExitCode) => void;
}

/** Adds every command, in the order of the help. Each is loaded when it is called. */
export function describeCommands(program: Command, session: Session): void {
  for (const describe of [
    describeProject,
    describeValidate,
    describeBuild,
    describeServe,
    describeHost,
    describeVerify,
    describeDiff,
    describeReview,
    describeSync,
    describeMcp,
    describeSchemas,
    describeEditing,
    describeImport,
  ]) {
    describe(program, session);
  }
}

function describeValidate(program: Command, { world, finish }: Session): void {
  program
    .command('validate')
    .description('check the sources and report every problem in them')
    .addOption(DATA)
    .addOption(PREVIOUS)
    .addOption(FORMAT)
    .addOption(ALL)
    .addHelpText('after', VALIDATE_HELP)
    .action(async (options: ValidateCommandOptions) => {
      const { runValidate } = await import('./validate.ts');
      finish(await runValidate(options, world));
    });
}

const VALIDATE_HELP = `
Problems go to stdout, the summary to stderr. Of each code, text and github show the first ten and how
many there are; github also annotates the first fifty problems of all.
  --format text      for people: place, what is wrong, the line, what to do
  --format json      for tools: {"errors": 2, "diagnostics": [{"code": …, "file": …, "line": …}]}
  --format github    for GitHub Actions: annotations on the lines of a pull request

With --previous, published data must not be missing or changed in place: operators, claims, metrics
and the URLs of rankings stay, and so do the value and the evidence of a claim, and the unit of a
metric. A claim can declare corrections.

Examples:
  operator-api validate
  operator-api validate --data ../bookmakers/data --format json
  operator-api validate --previous https://compare.example/api/v1`;

function describeBuild(program: Command, { world, finish }: Session): void {
  program
    .command('build')
    .description('check the sources and write every response as a file')
    .addOption(DATA)
    .addOption(OUT)
    .option('--base-url <url>', 'base URL of the API, instead of base_url in service.yaml')
    .option('--site-url <url>', 'URL of the website, instead of site_url in service.yaml')
    .addOption(
      new Option(
        '--host <name>',
        'fail if the result exceeds a limit of this host, and write the files that it reads from the folder',
      ).choices(HOST_NAMES),
    )
    .option(
      '--public-path <path>',
      'path of the API on that host, instead of the path of base_url',
      toPath,
    )
    .addOption(PREVIOUS)
    .option(
      '--require-previous',
      'fail if there is no last publication, at --previous or else in the output folder',
    )
    .option('--precompress', 'also write .br and .gz files, for hosts that send them')
    .option('--snapshots', 'also publish downloads: archives, SQLite, Parquet')
    .addOption(CACHE)
    .addOption(NO_CACHE)
    .addOption(FORMAT)
    .addOption(ALL)
    .addHelpText('after', BUILD_HELP)
    .action(async (options: BuildCommandOptions) => {
      const { runBuild } = await import('./build.ts');
      for (const [kind, option] of ADDRESS_OPTIONS) {
        const address = options[kind];
        if (address === undefined) continue;
        // Schemas take longer to load than everything else here.
        const { checkAddress } = await import('../check-address.ts');
        checkAddress(address, kind, `option ${option}`);
      }
      finish(await runBuild(options, world));
    });
}

const ADDRESS_OPTIONS = [
  ['baseUrl', '--base-url'],
  ['siteUrl', '--site-url'],
] as const;

const BUILD_HELP = `
If any source is invalid, nothing is written. Otherwise only files whose content changed are
written, and responses that did not change keep their generated_at.

Examples:
  operator-api build
  operator-api build --base-url https://staging.example/api/v1 --out /srv/www
  operator-api build --previous https://compare.example/api/v1 --require-previous
  operator-api build --precompress
  operator-api build --snapshots

Use --previous if the output folder starts empty, as on a fresh checkout in CI: the published
manifest shows which responses did not change, and the build refuses to remove or change what is
permanent, as validate --previous does. Add --require-previous once the API is live: a URL that
responds with 404, because the API has moved, is then an error. --precompress skips files that would not become
smaller; a build without the option removes the compressed files. --snapshots is for releases:
it takes a few seconds, and a build without it removes the downloads.

The cache folder can be deleted at any time. Its content is checked before it is used, and only
affects how long a build takes.`;

function describeServe(program: Command, { world, finish }: Session): void {
  program
    .command('serve')
    .description('preview the built API on this machine')
    .addOption(DATA)
    .addOption(OUT)
    .option('--port <number>', 'port to listen on; 0 takes any free one', toPort, DEFAULT_PORT)
    .option(
      '--host <address>',
      'address to listen on, for example 0.0.0.0 in a container',
      nameFor('option --host'),
      '127.0.0.1',
    )
    .option('--keep-base-url', 'answer with the base URL of the build, not of the preview', false)
    .option('--watch', 'build first, and again whenever a source changes', false)
    .addOption(ALL)
    .addOption(CACHE)
    .addOption(NO_CACHE)
    .addHelpText('after', SERVE_HELP)
    .action(async (options: ServeCommandOptions) => {
      const { runServe } = await import('./serve.ts');
      finish(await runServe(options, world));
    });
}

const SERVE_HELP = `
The first line of stdout is the URL. Every response is the one that hosts are configured to
send, including content negotiation, caching, CORS and errors. Links and api_url lead to the
preview, at the host and port of the request, as if it had been built with that --base-url; the
files stay as they are, and so do downloads. --keep-base-url sends what will be published.

--host lets a container or another machine read the preview. It is not meant to publish.

--watch builds into the output folder like build, so every valid save is recorded in its change
log. Published values that change in place are a warning, because you may still be typing. If you publish that folder, preview in another one. A build with --previous continues the
published change log instead of the one in the folder.

Examples:
  operator-api serve
  operator-api serve --watch --port 0
  operator-api serve --host 0.0.0.0
  operator-api serve --watch --out preview`;

function describeHost(program: Command, { world, finish }: Session): void {
  program
    .command('host')
    .description('print, write or compare the configuration of a host')
    .addArgument(new Argument('<name>', 'the host').choices(HOST_NAMES))
    .addOption(DATA)
    .addOption(OUT)
    .addOption(
      new Option('--write <dir>', 'write the files into this folder instead of printing')
        .argParser(nameFor('option --write'))
        .conflicts('check'),
    )
    .option(
      '--check [dir]',
      'compare with the files in this folder (default: the current one)',
      nameFor('option --check'),
    )
    .option('--public-path <path>', 'path of the API, instead of the path of base_url', toPath)
    .option('--root <dir>', 'the published folder, as the host sees it', toRoot)
    .option(
      '--listen <address>',
      'port, or address and port, that a server listens on (default: 80)',
      toListen,
    )
    .option(
      '--server-name <name>',
      'host name to answer, instead of that of base_url; * for any',
      toServerName,
    )
    .option('--max-age <seconds>', 'how long caches may keep a response (default: 3600)', toSeconds)
    .option('--precompressed', 'send the .br and .gz files that build --precompress writes')
    .addOption(FORMAT)
    .addOption(ALL)
    .addHelpText('after', HOST_HELP)
    .action(async (name: HostName, options: HostCommandOptions) => {
      const { runHost } = await import('./host.ts');
      finish(runHost(name, options, world));
    });
}

const HOST_HELP = `
With this configuration, the host responds as serve does: negotiation, caching, CORS and errors.
URLs, the licence, claim_pages, deprecation and removed categories come from the sources.

Examples:
  operator-api host nginx --root /var/www/operator-api > operator-api.conf
  operator-api host cloudflare --write .
  operator-api host netlify --check`;

function describeVerify(program: Command, { version, world, finish }: Session): void {
  program
    .command('verify')
    .description('check a live deployment against the contract')
    .argument('<base-url>', 'base URL of the API, which ends in /api/v1')
    .option(
      '--out <dir>',
      'compare with this build (default: with the manifest.json of the deployment)',
      nameFor('option --out'),
    )
    .option('--sample <number>', 'about how many resources to compare, or all', toSample, 100)
    .option('--concurrency <number>', 'how many requests at a time', toConcurrency, 4)
    .option('--max-age <seconds>', 'expected max-age in Cache-Control (default: 3600)', toSeconds)
    .option('--max-age-hours <hours>', 'how old the publication may be (default: any age)', toHours)
    .addOption(TIMEOUT)
    .addOption(
      new Option('--except <check>', 'id of a check that is known to fail; may be repeated')
        .default([], 'none')
        .argParser((id, ids: readonly string[]) => [...ids, id]),
    )
    .addOption(formatOption('how the report is written', ['text', 'json']))
    .addHelpText('after', VERIFY_HELP)
    .action(async (address: string, options: VerifyCommandOptions) => {
      const { runVerify } = await import('./verify.ts');
      finish(await runVerify(address, options, version, world));
    });
}

const VERIFY_HELP = `
The report goes to stdout: every check with what it requires, and below each failed check the
requests that show it, as shell commands. Without --out, files are compared with the sizes and
digests in the manifest.json of the deployment. Retry-After is respected.

Exit codes: 0 all checks pass, 1 a check fails, 2 there is no such API, or it cannot be reached.

Examples:
  operator-api verify https://compare.example/api/v1
  operator-api verify https://compare.example/api/v1 --out dist --sample all
  operator-api verify http://127.0.0.1:${DEFAULT_PORT}/api/v1 --format json
  operator-api verify https://compare.example/api/v1 --except errors/malformed-path`;

function describeDiff(program: Command, { world, finish }: Session): void {
  program
    .command('diff')
    .description('show what changed between two publications, and how that affects rankings')
    .argument(
      '<old>',
      'a manifest.json, the folder of a build, or a base URL',
      nameFor('argument old'),
    )
    .argument('[new]', 'the same of the other publication', nameFor('argument new'), 'dist')
    .addOption(formatOption('how the changes are written', ['text', 'markdown', 'json']))
    .option('--exit-code', 'exit with 1 if anything differs', false)
    .addHelpText('after', DIFF_HELP)
    .action(async (old: string, now: string, options: DiffCommandOptions) => {
      const { runDiff } = await import('./diff.ts');
      finish(await runDiff(old, now, options, world));
    });
}

const DIFF_HELP = `
Compares operators and their current claims, metrics, categories, rankings, and the name, licence,
attribution, notice, contact, claim_pages and deprecation of the service. URLs of the service, times
and downloads are not compared.

Only files that differ are read, and every digest is checked. The files of a manifest must be beside
it.
  --format text        for people
  --format markdown    for pull requests
  --format json        for tools: {"old": …, "new": …, "total": 2, "changes": […], "rankings": […]}

Exit codes: 0 compared, 1 something differs and --exit-code is given, 2 one of the two cannot be
read, or does not match its manifest.

Examples:
  operator-api diff https://compare.example/api/v1
  operator-api diff /srv/www dist --format markdown
  operator-api diff https://compare.example/api/v1/manifest.json dist --exit-code`;

function describeMcp(program: Command, { version, world, finish }: Session): void {
  program
    .command('mcp')
    .description('answer the questions of a language model, as an MCP server over stdin and stdout')
    .argument(
      '[place]',
      'the folder of a build, or the base URL of an API',
      nameFor('argument place'),
      'dist',
    )
    .addHelpText('after', MCP_HELP)
    .action(async (place: string) => {
      const { runMcp } = await import('./mcp.ts');
      finish(await runMcp(place, version, world));
    });
}

const MCP_HELP = `
Clients of the Model Context Protocol start this command: docs/language-models.md has the lines for
their configuration. stdout carries only the protocol, messages go to stderr. It ends when stdin ends.

Exit codes: 0 stdin ended or Ctrl-C, 2 there is no such publication, or it cannot be reached.

Examples:
  operator-api mcp
  operator-api mcp /srv/www
  operator-api mcp https://compare.example/api/v1`;

function describeSync(program: Command, { version, world, finish }: Session): void {
  program
    .command('sync')
    .description('mirror a live deployment into a folder, downloading only what changed')
    .argument('<base-url>', 'base URL of the API, which ends in /api/v1')
    .argument(
      '<dir>',
      'folder of the mirror; the API goes to api/v1 below it',
      nameFor('argument dir'),
    )
    .option('--concurrency <number>', 'how many downloads at a time', toConcurrency, 8)
    .addOption(TIMEOUT)
    .addHelpText('after', SYNC_HELP)
    .action(async (address: string, folder: string, options: SyncCommandOptions) => {
      const { runSync } = await import('./sync.ts');
      finish(await runSync(address, folder, options, version, world));
    });
}

const SYNC_HELP = `
The manifest.json of the deployment lists every file with size and digest. Missing and changed files
are downloaded and checked first; only then is api/v1 changed, the manifest last. Files that are no
longer published are removed; other files stay. The result is what build wrote, byte for byte,
including times: serve --out <dir> serves it, build --previous <dir>/api/v1/manifest.json builds
on it.

You can interrupt it at any time: every file is whole, and the next run continues with the files
already downloaded to .operator-api below the folder. Retry-After is respected, up to two minutes. A
failed request is tried five times, or twice if the host has not responded yet. If the deployment
changes during the sync, the comparison starts over.

Exit codes: 0 the folder is a mirror, 1 the deployment does not match its manifest (every difference
on stdout), 2 the deployment cannot be reached, or the folder cannot be written. With 1 and 2 the
mirror is unchanged.

Examples:
  operator-api sync https://compare.example/api/v1 mirror
  operator-api sync https://compare.example/api/v1 mirror && operator-api serve --out mirror
  operator-api sync https://compare.example/api/v1 /srv/www --concurrency 2 --timeout 120`;

function describeSchemas(program: Command, { world, finish }: Session): void {
  program
    .command('schemas')
    .description('write the JSON Schemas of the source files, for editors')
    .argument('[dir]', 'folder to write to', nameFor('argument dir'), 'schemas')
    .addHelpText('after', SCHEMAS_HELP)
    .action(async (folder: string) => {
      const { runSchemas } = await import('./schemas.ts');
      finish(runSchemas(folder, world));
    });
}

const SCHEMAS_HELP = `
With these schemas, an editor with a YAML language server completes keys, explains them, and marks
mistakes as you type. The first line of a source names its schema:
  # yaml-language-server: $schema=../../schemas/source-operator.json

Examples:
  operator-api schemas
  operator-api schemas ../bookmakers/schemas`;
