import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue, type Diagnostic, renderText } from '../../src/diagnostics/index.ts';
import type { Code } from '../../src/index.ts';
import { readDataFolder } from '../../src/intake/index.ts';
import { check } from '../../src/pipeline.ts';
import { checkSources, NOW } from '../doors/check-sources.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { tiny } from '../doors/tiny-dataset.ts';
import { type Case, cases } from './cases.ts';

const codes = Object.keys(catalogue) as Code[];

describe('every code', () => {
  it.each(codes)('%s is reported for its fixture, in words a maintainer can act on', (code) => {
    const diagnostics = diagnose(cases[code]);
    expect(diagnostics.map(({ finding }) => finding.code)).toContain(code);
    const text = renderText(diagnostics);
    expect(text).not.toMatch(
      /undefined|\[object|NaN(?!")|expected (string|number|boolean)|invalid_/,
    );
  });

  it.each(codes)('%s is reported alone: one mistake is one finding', (code) => {
    expect(diagnose(cases[code]).map(({ finding }) => finding.code)).toEqual(
      [...(ECHOES[code] ?? []), code].sort(byPlaceOf(diagnose(cases[code]))),
    );
  });

  it('has its heading, reason and example in docs/diagnostics.md', async () => {
    // Written anew by `npm run test:update`.
    await expect(describeAll()).toMatchFileSnapshot('../../docs/diagnostics.md');
  });
});

/** Mistakes that are two mistakes by their nature. */
const ECHOES: { readonly [C in Code]?: readonly Code[] } = {
  'claim/duplicate-id': ['claim/superseded-by'],
};

function byPlaceOf(diagnostics: readonly Diagnostic[]) {
  const order = diagnostics.map(({ finding }) => finding.code);
  return (a: Code, b: Code) => order.indexOf(a) - order.indexOf(b);
}

function diagnose(fixture: Case): readonly Diagnostic[] {
  if (isFound(fixture)) return fixture.found();
  if (!isOnDisk(fixture)) return checkSources(tiny(fixture)).diagnostics;
  const folder = join(temporaryFolder(), 'data');
  writeFiles(folder, tiny());
  fixture.onDisk(folder);
  const { diagnostics } = check('data', readDataFolder(folder), { now: NOW, isPinned: true });
  return diagnostics.map(({ finding, place }) => ({
    finding,
    place: { ...place, file: { ...place.file, path: place.file.path.replace(folder, 'data') } },
  }));
}

function isFound(fixture: Case): fixture is Extract<Case, { found: unknown }> {
  return 'found' in fixture && typeof fixture.found === 'function';
}

function isOnDisk(fixture: Case): fixture is Extract<Case, { onDisk: unknown }> {
  return 'onDisk' in fixture && typeof fixture.onDisk === 'function';
}

function describeAll(): string {
  const sections = codes.map((code) => {
    const example = diagnose(cases[code]).filter(({ finding }) => finding.code === code);
    return `## ${code}\n\n${catalogue[code].about}\n\n\`\`\`text\n${renderText(example)}\`\`\`\n`;
  });
  return `<!-- Written by npm run test:update from src/diagnostics/catalogue.ts; do not edit. -->

# What a check can find

Every problem has a code, a place, a sentence that says what is wrong and one that says what to
do. Codes never change their meaning. Each example below is what \`operator-api validate\` prints,
with \`--previous\` where the code starts with registry, and \`build --host\` or \`host --check\`
where it starts with host.

${sections.join('\n')}`;
}
