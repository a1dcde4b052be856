import { dirname, join } from 'node:path';
import { checkAddress } from '../check-address.ts';
import { configureFor } from '../configure.ts';
import { EnvironmentError } from '../diagnostics/index.ts';
import { statsIfThere, writeFile } from '../emit/index.ts';
import { HOST_NAMES, type HostName, shellWord } from '../hosts/index.ts';
import { type Choices, projectFiles } from '../init/index.ts';
import { isInstalled, readOwnTarball, readTemplates } from '../intake/index.ts';
import { renderReport } from './report-format.ts';
import { count } from './sentences.ts';
import { buildClock, type ExitCode, type World } from './world.ts';

export interface InitCommandOptions {
  readonly name?: string;
  readonly baseUrl?: string;
  readonly host?: HostName;
  readonly yes: boolean;
}

/**
 * Makes a project that has only data, and that installs this program as a package.
 *
 * @param folder The folder of the project. It may exist.
 * @throws EnvironmentError when a choice is missing or invalid, or a file exists already; nothing is
 *   written then
 */
export async function runInit(
  folder: string,
  options: InitCommandOptions,
  version: string,
  world: World,
): Promise<ExitCode> {
  const tarball = readOwnTarball();
  const vendored = `vendor/${tarball?.name}`;
  const dependency = tarball === null ? version : `file:${vendored}`;
  const choices = { ...(await choose(options, world)), dependency };

  const texts = projectFiles(readTemplates(), choices);
  const { value: configuration, diagnostics } = configureProject(folder, texts, choices, world);
  if (configuration === null) {
    world.out(renderReport(diagnostics, { format: 'text' }, world));
    world.err(`Found ${count(diagnostics.length, 'problem')}; nothing was written.\n`);
    return 1;
  }
  const files = new Map<string, string | Uint8Array>([
    ...texts,
    ...configuration.map(({ path, text }) => [path, text] as const),
    ...(tarball === null ? [] : [[vendored, tarball.bytes] as const]),
  ]);
  refuseToOverwrite(folder, [...files.keys()]);
  for (const [path, content] of files) writeFile(join(folder, path), content);

  world.err(`Wrote ${count(files.size, 'file')} to ${folder}.\n`);
  if (!isInstalled) world.err(adviceForCheckout(version));
  world.err(nextCommands(folder));
  return 0;
}

type Answers = Omit<Choices, 'dependency'>;

interface Question<Key extends keyof Answers> {
  readonly option: string;
  readonly text: string;
  readonly preset: Answers[Key];
  /** Throws an EnvironmentError for an answer that cannot be used. */
  readonly read: (answer: string) => Answers[Key];
}

const QUESTIONS: { readonly [Key in keyof Answers]: Question<Key> } = {
  name: {
    option: '--name',
    text: 'Name of the service',
    preset: 'My comparison',
    read: (answer) => answer,
  },
  baseUrl: {
    option: '--base-url',
    text: 'URL of the API, which ends in /api/v1',
    preset: 'https://compare.example/api/v1',
    read: (answer) => checkAddress(answer, 'baseUrl', 'option --base-url'),
  },
  host: {
    option: '--host',
    text: `Host: ${HOST_NAMES.join(', ')}`,
    preset: 'netlify',
    read(answer) {
      const host = HOST_NAMES.find((name) => name === answer);
      if (host !== undefined) return host;
      throw new EnvironmentError(
        `Cannot use ${JSON.stringify(answer)} for option --host: it has to be one of ${HOST_NAMES.join(', ')}`,
      );
    },
  },
};

async function choose(options: InitCommandOptions, world: World): Promise<Answers> {
  const name = await answerTo('name', options, world);
  const baseUrl = await answerTo('baseUrl', options, world);
  const host = await answerTo('host', options, world);
  if (name !== null && baseUrl !== null && host !== null) return { name, baseUrl, host };

  const answers = { name, baseUrl, host };
  const missing = Object.entries(QUESTIONS)
    .filter(([key]) => answers[key as keyof Answers] === null)
    .map(([, { option }]) => option);
  throw new EnvironmentError(
    `Cannot make a project without ${missing.join(', ')}: give ${missing.length === 1 ? 'it' : 'them'}, or --yes for the defaults`,
  );
}

/** What was given, what is usual, or what the user says; null if there is nobody to ask. */
async function answerTo<Key extends keyof Answers>(
  key: Key,
  { yes, ...given }: InitCommandOptions,
  { ask, err }: World,
): Promise<Answers[Key] | null> {
  const { text, preset, read }: Question<Key> = QUESTIONS[key];
  const option = given[key];
  if (option !== undefined) return read(option);
  if (yes) return preset;
  for (;;) {
    const answer = await ask(`${text} [${preset}]: `);
    if (answer === null) return null;
    if (answer.trim() === '') return preset;
    try {
      return read(answer.trim());
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      err(`${error.message}.\n`);
    }
  }
}

/** Checks the sources of a project that is not written yet, and makes the configuration of its host. */
function configureProject(
  folder: string,
  texts: ReadonlyMap<string, string>,
  { host }: Choices,
  world: World,
): ReturnType<typeof configureFor> {
  const sources = [...texts].flatMap(([path, text]) => {
    const [, name] = /^data\/(.+\.yaml)$/.exec(path) ?? [];
    if (name === undefined) return [];
    const bytes = Buffer.from(text);
    return [{ name, path: join(folder, path), measure: () => bytes.length, read: () => bytes }];
  });
  const options = { host, data: join(folder, 'data'), clock: buildClock(world) };
  return configureFor({ value: sources, diagnostics: [] }, true, options);
}

/** @throws EnvironmentError that names every file in the way */
function refuseToOverwrite(folder: string, paths: readonly string[]): void {
  const inTheWay = new Set(
    paths.flatMap((path) => [
      ...(statsIfThere(join(folder, path)) === null ? [] : [path]),
      ...foldersOf(path).filter((above) => statsIfThere(join(folder, above))?.isFile()),
    ]),
  );
  if (inTheWay.size === 0) return;
  const names = [...inTheWay].map((path) => join(folder, path)).join(', ');
  throw new EnvironmentError(
    `Cannot make a project in ${folder}: ${names} ${inTheWay.size === 1 ? 'exists' : 'exist'} already; nothing was written`,
  );
}

function foldersOf(path: string): readonly string[] {
  const above = dirname(path);
  return above === '.' ? [] : [above, ...foldersOf(above)];
}

function adviceForCheckout(version: string): string {
  return `package.json depends on version ${version} from a registry. If yours does not have it, run npm pack in this checkout,\nand use the file: npx --package ./operator-comparison-api-${version}.tgz operator-api init\n`;
}

function nextCommands(folder: string): string {
  const commands =
    folder === '.'
      ? ['npm install', 'npm run validate', 'npm run serve']
      : [`cd ${shellWord(folder)}`, 'npm install', 'npm run serve'];
  return `Next:\n${commands.map((command) => `  ${command}\n`).join('')}`;
}
