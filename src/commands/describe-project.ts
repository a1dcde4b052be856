import { type Command, Option } from 'commander';
import { HOST_NAMES } from '../hosts/index.ts';
import type { Session } from './describe-commands.ts';
import type { InitCommandOptions } from './init.ts';
import { nameFor } from './option-values.ts';

/** Adds the command that makes a project. */
export function describeProject(program: Command, { version, world, finish }: Session): void {
  program
    .command('init')
    .description('make a project for your own data')
    .argument('[dir]', 'folder of the project', nameFor('argument dir'), '.')
    .option('--name <name>', 'name of the service')
    .option('--base-url <url>', 'URL of the API, which ends in /api/v1')
    .addOption(new Option('--host <name>', 'where the API will be published').choices(HOST_NAMES))
    .option('--yes', 'take the defaults instead of asking', false)
    .addHelpText('after', INIT_HELP)
    .action(async (folder: string, options: InitCommandOptions) => {
      const { runInit } = await import('./init.ts');
      finish(await runInit(folder, options, version, world));
    });
}

const INIT_HELP = `
The project has the sources in data, one example of each kind, workflows for GitHub, settings for
editors, the configuration of the host, and a README for its maintainers. Its package.json depends on
the version of this program that made it. If you run the program from a file that npm pack made, the
project gets a copy of that file.

Without an option, init asks for its value in a terminal. Existing files are never overwritten.

Examples:
  operator-api init my-comparison
  operator-api init --host netlify --yes
  operator-api init my-comparison --name "Odds & Ends" --base-url https://odds.example/api/v1 --host nginx`;
