import { Readable } from 'node:stream';
import { runCommandLine, type World } from '../../src/commands/index.ts';

/** Runs the command line in a folder, in this process: one at a time, since a process has one folder. */
export async function runCommand(
  args: readonly string[],
  cwd: string,
  surroundings: Partial<Pick<World, 'env' | 'fetchAsksProxies' | 'ask'>> = {},
) {
  const said = { out: '', err: '' };
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const code = await runCommandLine(args, '0.0.0', {
      out: (text) => {
        said.out += text;
      },
      input: Readable.from([]),
      err: (text) => {
        said.err += text;
      },
      isInteractive: false,
      isColourful: false,
      env: {},
      fetchAsksProxies: false,
      ask: async () => null,
      ...surroundings,
      untilInterrupted: () => Promise.resolve(),
    });
    return { code, ...said };
  } finally {
    process.chdir(before);
  }
}
