import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Frame, PHASES, type Phase, phaseOf } from './phases.ts';
import { type Command, mustRun } from './run-process.ts';

/** The files of the program, side by side. */
const LIB = join(import.meta.dirname, '../../lib');

/** A V8 CPU profile, as far as it is read. */
interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  /** Microseconds since the sample before. */
  readonly timeDeltas: readonly number[];
}

/** Runs a program of Node and says in which phases of a build it spent its time, threads summed. */
export async function profileBuild(
  { args, ...command }: Command,
  folder: string,
): Promise<Record<Phase, number>> {
  await mustRun({ ...command, args: ['--cpu-prof', `--cpu-prof-dir=${folder}`, ...args] });
  const spent = Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>;
  for (const file of readdirSync(folder)) {
    const profile: CpuProfile = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const phases = phasesOf(profile);
    for (const [index, id] of profile.samples.entries()) {
      const phase = phases.get(id) ?? 'rest';
      spent[phase] += (profile.timeDeltas[index] ?? 0) / 1000;
    }
  }
  return spent;
}

function phasesOf({ nodes }: CpuProfile): Map<number, Phase> {
  const callers = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const frames = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      { module: moduleAt(url, lineNumber), name: functionName },
    ]),
  );
  return new Map(
    nodes.map(({ id }) => {
      const stack: Frame[] = [];
      for (let at: number | undefined = id; at !== undefined; at = callers.get(at)) {
        const frame = frames.get(at);
        if (frame !== undefined) stack.push(frame);
      }
      return [id, phaseOf(stack)];
    }),
  );
}

/** The module that some line was written in, even if it was bundled since. */
function moduleAt(url: string, line: number): string {
  if (!url.startsWith('file:')) return url;
  // Code that V8 has kept names the folder it was compiled in, also where that has been moved since.
  const path = /\/lib\/[^/]+\.cjs$/.test(url)
    ? join(LIB, basename(fileURLToPath(url)))
    : fileURLToPath(url);
  const source = regionsOf(path).findLast(({ start }) => start <= line)?.source ?? path;
  const [, inPackage, ours] =
    /(node_modules\/.*)|(?:^|\/)(?:src|lib)\/(.+)\.[jt]s$/.exec(source.replaceAll('\\', '/')) ?? [];
  return inPackage ?? ours ?? source;
}

interface Region {
  readonly start: number;
  readonly source: string;
}

const regions = new Map<string, readonly Region[]>();

/** Which modules a bundle is made of: rolldown says so in a comment above each. */
function regionsOf(path: string): readonly Region[] {
  const known = regions.get(path);
  if (known !== undefined) return known;
  const found = readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text, start) => {
      const [, source] = /^\/\/ ?(?:#region )?(\S+\.[cm]?[jt]s)$/.exec(text) ?? [];
      return source === undefined ? [] : [{ start, source }];
    });
  regions.set(path, found);
  return found;
}
