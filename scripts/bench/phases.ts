/** What the time of a build goes into, in the order in which a file comes through. */
export const PHASES = [
  'start',
  'find',
  'read',
  'parse',
  'validate',
  'render',
  'compress',
  'write',
  'cache',
  'garbage collection',
  'waiting',
  'rest',
] as const;
export type Phase = (typeof PHASES)[number];

/** A function on the stack. */
export interface Frame {
  /** `emit/commit` for one of ours, `node_modules/yaml/…` or `node:…` for one of others. */
  readonly module: string;
  readonly name: string;
}

interface Rule {
  readonly phase: Phase;
  readonly module?: RegExp;
  readonly name?: RegExp;
}

/**
 * Which functions do what; the first rule that fits a frame decides. What is named nowhere, such
 * as a function of Node, works for whoever called it.
 */
const RULES: readonly Rule[] = [
  { phase: 'garbage collection', name: /^\(garbage collector\)$/ },
  { phase: 'waiting', name: /^\(idle\)$/ },
  { phase: 'read', module: /^intake\//, name: /^readStart$/ },
  { phase: 'find', module: /^intake\// },
  { phase: 'parse', module: /^source\// },
  { phase: 'parse', module: /^node_modules\/yaml\// },
  { phase: 'validate', module: /^validate\// },
  { phase: 'validate', module: /^node_modules\/zod\// },
  { phase: 'compress', module: /^represent\/content-coding/ },
  { phase: 'compress', module: /^node:zlib$/ },
  { phase: 'render', module: /^(resources|represent)\// },
  { phase: 'write', module: /^emit\// },
  { phase: 'cache', module: /^cache\// },
  { phase: 'rest', module: /^(build|pipeline|publish\/.*|validate-data)$/ },
  { phase: 'rest', module: /^commands\/build$/ },
  {
    phase: 'start',
    module: /^(cli|start\/.*|commands\/(program|describe-commands|option-values))$/,
  },
  { phase: 'start', module: /^node_modules\/commander\// },
  { phase: 'start', module: /^node:internal\/(modules|main|bootstrap|process\/esm)/ },
];

/** What a function is at work for, given who called it, itself first. */
export function phaseOf(stack: readonly Frame[]): Phase {
  for (const frame of stack) {
    const rule = RULES.find(
      ({ module, name }) =>
        (module?.test(frame.module) ?? true) && (name?.test(frame.name) ?? true),
    );
    if (rule !== undefined) return rule.phase;
  }
  return 'rest';
}
