import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { runCommand } from '../doors/run-command.ts';
import { tiny } from '../doors/tiny-dataset.ts';

const NOW = { SOURCE_DATE_EPOCH: String(Date.parse('2026-11-20T12:00:00Z') / 1000) };

const CLAIMS = `# Claims of Anchor
- claim_id: fee_usd_1 # the first
  metric: fee_usd
  value: 1.50
  evidence_url: https://anchor.example/fees
  observed_at: 2026-09-01T00:00:00Z
  superseded_by: fee_usd_4

- claim_id: fee_usd_4
  metric: fee_usd
  value: 2.50
  evidence_url: https://anchor.example/fees
  observed_at: 2026-10-01T00:00:00Z   # by hand

# What is streamed
- { claim_id: streams_2, metric: streams, value: true, evidence_url: "https://anchor.example/tv", observed_at: 2026-10-05T00:00:00Z }
`;

/** A folder with sources, and commands run in it. */
function checkout(facts = CLAIMS) {
  const cwd = temporaryFolder();
  writeFiles(join(cwd, 'data'), tiny({ 'facts/anchor.yaml': facts }));
  const path = join(cwd, 'data/facts/anchor.yaml');
  return {
    path,
    facts: () => readFileSync(path, 'utf8'),
    run: (...args: string[]) => runCommand(args, cwd, { env: NOW }),
    answer: (answer: string, ...args: string[]) =>
      runCommand(args, cwd, { env: NOW, ask: async () => answer }),
  };
}

describe('operator-api supersede', () => {
  it('adds the new claim after the old one, and shows the difference', async () => {
    const { run, facts } = checkout();
    const { code, out, err } = await run('supersede', 'fee_usd_4', '--value', '3', '--yes');
    expect(err).toBe('The new claim is fee_usd_5.\nWrote data/facts/anchor.yaml.\n');
    expect(code).toBe(0);
    expect(out).toBe(`--- data/facts/anchor.yaml
+++ data/facts/anchor.yaml
@@ -11,6 +11,13 @@
   value: 2.50
   evidence_url: https://anchor.example/fees
   observed_at: 2026-10-01T00:00:00Z   # by hand
+  superseded_by: fee_usd_5
 
+- claim_id: fee_usd_5
+  metric: fee_usd
+  value: 3
+  evidence_url: https://anchor.example/fees
+  observed_at: 2026-11-20T12:00:00Z
+
 # What is streamed
 - { claim_id: streams_2, metric: streams, value: true, evidence_url: "https://anchor.example/tv", observed_at: 2026-10-05T00:00:00Z }
`);
    expect(facts()).toContain('superseded_by: fee_usd_5\n\n- claim_id: fee_usd_5\n');
    expect(await run('validate')).toMatchObject({ code: 0 });
  });

  it('writes a claim in braces after one in braces', async () => {
    const { run, facts } = checkout();
    const evidence = 'https://anchor.example/live#tv';
    const args = ['--value', 'false', '--evidence', evidence, '--at', '2026-11-01T08:00:00Z'];
    expect(await run('supersede', 'streams_2', ...args, '--yes')).toMatchObject({ code: 0 });
    expect(facts()).toBe(
      CLAIMS.replace('05T00:00:00Z }', '05T00:00:00Z, superseded_by: streams_3 }') +
        `\n- { claim_id: streams_3, metric: streams, value: false, evidence_url: ${evidence}, observed_at: 2026-11-01T08:00:00Z }\n`,
    );
  });

  it('changes a summary field that states the same', async () => {
    const { run, path } = checkout('[]\n');
    writeFiles(join(path, '../..'), {
      'metrics.yaml': `- key: kyc_threshold_usd
  name: Threshold
  description: The sum.
  type: integer
  unit: USD
  better: higher
`,
      'categories.yaml': 'active: []\n',
      'facts/birch.yaml': `- claim_id: kyc_threshold_usd_1
  metric: kyc_threshold_usd
  value: 2000
  evidence_url: https://birch.example/
  observed_at: 2026-10-01T00:00:00Z
`,
      'operators/birch.yaml': readFileSync(
        join(path, '../../operators/birch.yaml'),
        'utf8',
      ).replace('kyc_level: none', 'kyc_level: threshold\nkyc_threshold_usd: 2000 # see claims'),
    });
    const { code, out } = await run('supersede', 'kyc_threshold_usd_1', '--value', '5000');
    expect(code).toBe(0);
    expect(out).toContain('+kyc_threshold_usd: 5000 # see claims\n');
  });

  it.each([
    [
      'an unknown claim',
      ['fee_usd_44', '--value', '1'],
      'There is no claim "fee_usd_44"; the most similar name is "fee_usd_4"',
    ],
    [
      'a superseded claim',
      ['fee_usd_1', '--value', '1'],
      'fee_usd_1 is superseded by fee_usd_4, and only a current claim can be superseded',
    ],
    [
      'the same value',
      ['fee_usd_4', '--value', '2.5'],
      'The value of fee_usd_4 is 2.5 already. If you saw it again, use operator-api confirm fee_usd_4',
    ],
    [
      'a value of another type',
      ['streams_2', '--value', 'yes'],
      'Cannot use "yes" as a value of streams: its type is boolean, so it has to be true or false',
    ],
    [
      'a number with too many digits',
      ['fee_usd_4', '--value', '1.0000000000000001'],
      'Cannot use "1.0000000000000001" as a value of fee_usd: its type is number, so it has to be a number such as 1.5',
    ],
    [
      'a time that is none',
      ['fee_usd_4', '--value', '1', '--at', '2026-02-30'],
      'Cannot use --at 2026-02-30: it has to be a day (2026-11-20) or a time in UTC (2026-11-20T09:30:00Z)',
    ],
  ])('refuses %s', async (_, args, message) => {
    const { run, facts } = checkout();
    const { code, out, err } = await run('supersede', ...args, '--yes');
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: `operator-api: ${message}.\n` });
    expect(facts()).toBe(CLAIMS);
  });
});

describe('operator-api retract', () => {
  it('marks a claim as wrong', async () => {
    const { run, facts } = checkout();
    const args = ['--reason', 'Only radio, no pictures', '--at', '2026-11-19T10:00:00Z', '--yes'];
    expect(await run('retract', 'streams_2', ...args)).toMatchObject({ code: 0 });
    expect(facts()).toContain(
      'observed_at: 2026-10-05T00:00:00Z, retracted: { at: 2026-11-19T10:00:00Z, reason: "Only radio, no pictures" } }',
    );
  });

  it.each([
    [
      'current',
      '  observed_at: 2026-09-01T00:00:00Z\n\n',
      'Superseded before, and current again: fee_usd_1.\n',
    ],
    [
      'retract',
      '  observed_at: 2026-09-01T00:00:00Z\n  retracted: { at: 2026-11-20T12:00:00Z, reason: Misread }\n\n',
      'Superseded before, and retracted too: fee_usd_1.\n',
    ],
  ])('leaves the claim before it %s', async (earlier, claim, note) => {
    const { run, facts } = checkout();
    const args = ['--reason', 'Misread', '--earlier', earlier, '--yes'];
    const { code, err } = await run('retract', 'fee_usd_4', ...args);
    expect({ code, err }).toEqual({ code: 0, err: `${note}Wrote data/facts/anchor.yaml.\n` });
    expect(facts()).toContain(claim);
    expect(await run('validate')).toMatchObject({ code: 0 });
  });

  it('retracts several claims at once', async () => {
    const { run, facts } = checkout();
    const args = ['--reason', 'Anchor has moved', '--earlier', 'retract', '--yes'];
    expect(await run('retract', 'fee_usd_4', 'streams_2', ...args)).toMatchObject({ code: 0 });
    expect(facts().match(/retracted: \{ at: .* reason: Anchor has moved \}/g)).toHaveLength(3);
    expect(await run('validate')).toMatchObject({ code: 0 });
  });

  it('asks what is true if the claim had superseded another one', async () => {
    const { run, facts } = checkout();
    const { code, err } = await run('retract', 'fee_usd_4', '--reason', 'Misread', '--yes');
    expect(code).toBe(2);
    expect(err).toMatch(
      /^operator-api: fee_usd_4 had superseded fee_usd_1\. Add --earlier current/,
    );
    expect(facts()).toBe(CLAIMS);
  });
});

describe('operator-api confirm', () => {
  it('adds a time to claims, once and again', async () => {
    const { run, facts } = checkout();
    expect(
      await run('confirm', 'fee_usd_4', 'streams_2', '--at', '2026-11-01', '--yes'),
    ).toMatchObject({ code: 0 });
    expect(facts()).toBe(
      CLAIMS.replace('2026-10-01T00:00:00Z ', '[2026-10-01T00:00:00Z, 2026-11-01] ').replace(
        '2026-10-05T00:00:00Z',
        '[2026-10-05T00:00:00Z, 2026-11-01]',
      ),
    );
    expect(await run('confirm', 'anchor', '--yes')).toMatchObject({ code: 0 });
    expect(facts()).toContain(
      '  observed_at: [2026-10-01T00:00:00Z, 2026-11-01, 2026-11-20T12:00:00Z]   # by hand\n',
    );
    expect(await run('validate')).toMatchObject({ code: 0 });
  });

  it('adds a time to the claims of an operator with one evidence', async () => {
    const { run } = checkout();
    const { code, out } = await run('confirm', 'anchor', '--source', 'https://anchor.example/tv');
    expect(code).toBe(0);
    expect(out.match(/^\+[^+].*$/gm)).toEqual([expect.stringContaining('claim_id: streams_2')]);
  });

  it('leaves out claims of an operator that were seen later', async () => {
    const { run } = checkout();
    const { code, err } = await run('confirm', 'anchor', '--at', '2026-10-05');
    expect(code).toBe(0);
    expect(err).toContain('Observed at 2026-10-05 or later, unchanged: streams_2.\n');
  });

  it('names operators without claims, and confirms those of the others', async () => {
    const { run, facts } = checkout();
    const { code, err } = await run('confirm', 'birch', 'anchor', '--yes');
    expect(code).toBe(0);
    expect(err).toContain('No current claim to confirm: birch.\n');
    expect(facts()).toContain('2026-11-20T12:00:00Z]');
  });

  it.each([
    [
      'a claim that was seen later',
      ['fee_usd_4', '--at', '2026-10-01'],
      'Cannot confirm fee_usd_4 at 2026-10-01: it was observed at 2026-10-01T00:00:00Z, and observations are added in the order of their times',
    ],
    [
      'a claim that is not current',
      ['fee_usd_1'],
      'fee_usd_1 is superseded by fee_usd_4, and only a current claim can be confirmed',
    ],
    [
      'an unknown operator',
      ['ancor'],
      'There is no operator "ancor"; the most similar name is "anchor"',
    ],
    ['an operator without claims', ['birch'], 'There is no current claim to confirm for birch'],
    [
      'an unknown page',
      ['anchor', '--source', 'https://anchor.example/'],
      'No current claim of anchor has the evidence https://anchor.example/. Its pages are: https://anchor.example/fees, https://anchor.example/tv',
    ],
  ])('refuses %s', async (_, args, message) => {
    const { run } = checkout();
    const { code, out, err } = await run('confirm', ...args, '--yes');
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: `operator-api: ${message}.\n` });
  });
});

describe('every command that edits sources', () => {
  const SUPERSEDE = ['supersede', 'fee_usd_4', '--value', '3'];

  it('only shows the difference without a terminal', async () => {
    const { run, facts } = checkout();
    const { code, out, err } = await run(...SUPERSEDE);
    expect(code).toBe(0);
    expect(out).toContain('+  superseded_by: fee_usd_5\n');
    expect(err).toContain('This is a preview. Nothing was written; add --yes to write it.\n');
    expect(facts()).toBe(CLAIMS);
  });

  it.each([
    ['y', true],
    ['Yes ', true],
    ['', false],
    ['n', false],
  ])('writes if the answer %j means yes', async (given, isWritten) => {
    const { answer, facts } = checkout();
    expect(await answer(given, ...SUPERSEDE)).toMatchObject({ code: 0 });
    expect(facts() !== CLAIMS).toBe(isWritten);
  });

  it('keeps a byte order mark and CRLF', async () => {
    const { run, facts } = checkout(`\ufeff${CLAIMS.replaceAll('\n', '\r\n')}`);
    expect(await run(...SUPERSEDE, '--yes')).toMatchObject({ code: 0 });
    expect(facts()).toMatch(/^\ufeff# Claims/);
    expect(facts().replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('does not edit sources that are not valid', async () => {
    const { run, facts } = checkout(CLAIMS.replace('metric: streams', 'metric: stream'));
    const { code, out, err } = await run(...SUPERSEDE, '--yes');
    expect(code).toBe(1);
    expect(out).toContain('metric/unknown');
    expect(err).toMatch(/^Found 1 problem in data\. Nothing was changed/);
    expect(facts()).not.toContain('fee_usd_5');
  });

  it('does not write sources that would not be valid', async () => {
    const { run, facts } = checkout();
    const { code, out, err } = await run(...SUPERSEDE, '--evidence', 'anchor.example', '--yes');
    expect(code).toBe(1);
    expect(out).toContain('data/facts/anchor.yaml:19:17 error');
    expect(err).toBe('Nothing was changed: with this edit, data would have 1 problem.\n');
    expect(facts()).toBe(CLAIMS);
  });

  it('does not overwrite what was changed meanwhile', async () => {
    const { path, facts } = checkout();
    const { code, err } = await runCommand([...SUPERSEDE], join(path, '../../..'), {
      env: NOW,
      ask: async () => {
        writeFileSync(path, `${CLAIMS}# mine\n`);
        return 'y';
      },
    });
    expect(code).toBe(2);
    expect(err).toMatch(/Cannot write data\/facts\/anchor\.yaml: it has changed since it was read/);
    expect(facts()).toBe(`${CLAIMS}# mine\n`);
  });

  it('does not replace a symbolic link', async () => {
    const { path, run } = checkout();
    writeFiles(join(path, '../..'), { 'kept/anchor.txt': CLAIMS, 'facts/anchor.yaml': null });
    symlinkSync('../kept/anchor.txt', path);
    const { code, err } = await run(...SUPERSEDE, '--yes');
    expect(code).toBe(2);
    expect(err).toContain('Cannot write data/facts/anchor.yaml: it is a symbolic link');
  });
});
