import { Command, CommanderError } from 'commander';
import { DEFAULT_PORT, describeCommands, type Session } from './describe-commands.ts';
import { describeFailure } from './sentences.ts';
import type { ExitCode, World } from './world.ts';

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
  const finish = (code: ExitCode) => {
    exitCode = code;
  };
  const program = describeProgram({ version, world, finish });
  try {
    await program.parseAsync(withoutUnknownHelp(args, program), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    world.err(`operator-api: ${describeFailure(error)}\n`);
    return 2;
  }
}

/** Help for an unknown command is an error that names it, instead of the whole help. */
function withoutUnknownHelp(args: readonly string[], { commands }: Command): readonly string[] {
  const [first, ...named] = args;
  const isKnown = commands.some((command) => command.name() === named[0]);
  return first === 'help' && named.length > 0 && !isKnown ? named : args;
}

function describeProgram(session: Session): Command {
  const { version, world } = session;
  const program = new Command('operator-api')
    .description(
      'Builds a read-only comparison API from YAML. Every response is a JSON or CSV file.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', PROGRAM_HELP);
  describeCommands(program, session);
  const { commands } = program;
  for (const command of [program, ...commands, ...commands.flatMap((group) => group.commands)]) {
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

const PROGRAM_HELP = `
A first session:
  operator-api validate            check everything in data/
  operator-api build               write dist/api/v1
  operator-api serve               preview it: curl http://127.0.0.1:${DEFAULT_PORT}/api/v1/operators

While editing:
  operator-api serve --watch       rebuild on every save, and show problems in the terminal

Exit codes: 0 success, 1 errors in the data or the deployment, 2 in the command line or environment.
SOURCE_DATE_EPOCH sets the clock of a build; NO_COLOR turns colours off. Proxies are used only with
NODE_USE_ENV_PROXY=1, in Node 22.21, 24 and later, and never by verify.`;
