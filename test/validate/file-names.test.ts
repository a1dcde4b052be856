import { describe, expect, it } from 'vitest';
import { codesOf, reportOn } from '../doors/check-sources.ts';
import { operator, type Sources, TINY, tiny } from '../doors/tiny-dataset.ts';

describe('a file with a wrong name is said once', () => {
  const ANCHOR = TINY['operators/anchor.yaml'] ?? '';
  const CLAIM = TINY['facts/anchor.yaml'] ?? '';
  /** Other names for the files about Anchor. */
  const rename = (operatorName: string, factsName: string): Sources => ({
    'operators/anchor.yaml': null,
    'facts/anchor.yaml': null,
    [operatorName]: ANCHOR,
    [factsName]: CLAIM,
  });

  it.each<[string, string, string, RegExp]>([
    ['operators/Anchor.yaml', 'facts/anchor.yaml', 'operator/file-name', /file to "anchor\.yaml"/],
    ['operators/Änchor (1).yaml', 'facts/anchor-1.yaml', 'operator/file-name', /"anchor-1\.yaml"/],
    ['operators/ANCOR.yaml', 'facts/anchor.yaml', 'operator/file-name', /"anchor\.yaml"/],
    [
      'operators/A B.yaml',
      'facts/A B.yaml',
      'operator/file-name',
      /the one in facts, to "a-b\.yaml"/,
    ],
    [
      'operators/anchor.yml',
      'facts/anchor.yaml',
      'source/unexpected-file',
      /"operators\/anchor\.yaml"/,
    ],
    [
      'operator/anchor.yaml',
      'facts/anchor.yaml',
      'source/unexpected-file',
      /"operators\/anchor\.yaml"/,
    ],
    [
      'operators/anchor.json',
      'facts/anchor.yaml',
      'source/unexpected-file',
      /Did you mean "operators\/anchor\.yaml"/,
    ],
    [
      'operators/anchor.yaml',
      'facts/anchor.yaml.txt',
      'source/unexpected-file',
      /Did you mean "facts\/anchor\.yaml"/,
    ],
    [
      'operator/anchor.ymal',
      'facts/anchor.yaml',
      'source/unexpected-file',
      /Did you mean "operators\/anchor\.yaml"/,
    ],
    ['operators/anchor.yaml', 'facts/An Chor.yaml', 'facts/no-operator', /^ {2}Rename.*"anchor"/m],
    ['operators/anchor.yaml', 'facts/ancor.yaml', 'facts/no-operator', /Did you mean "anchor"/],
    ['operators/anchor.yaml', 'facts/ÄÑÇHÖR.yaml', 'facts/no-operator', /Did you mean "anchor"/],
    ['operators/An Chor.yaml', 'facts/An-Chor.yaml', 'operator/file-name', /"an-chor\.yaml"/],
    ['operators/77.yaml', 'facts/77.yaml', 'operator/file-name', /in facts, to "anchor\.yaml"/],
  ])('%s and %s', (operatorName, factsName, code, words) => {
    const changes = rename(operatorName, factsName);
    expect(codesOf(tiny(changes)).map((problem) => problem.split(' ')[0])).toEqual([code]);
    expect(reportOn(changes)).toMatch(words);
  });

  it.each([
    ['operators/Redbarrel Bets.yml', 'operators/redbarrel-bets.yaml'],
    ['operators/Bjørnvåg & Żółw.YAML', 'operators/bjornvag-zolw.yaml'],
    ['operators/Änchor & Sons.yaml.txt', 'operators/anchor-sons.yaml'],
    ['facts/Red_Barrel.json', 'facts/red-barrel.yaml'],
    ['Operators/Red Barrel.yaml', 'operators/red-barrel.yaml'],
    ['operators/12.yml', null],
    ['operators/con.yml', null],
    ['operators/???.yml', null],
  ])('what is suggested for %s can be a slug: %s', (name, near) => {
    const report = reportOn({ [name]: operator(8, 'Cedar') });
    expect(report).toContain('No part of the service reads this file');
    if (near === null) expect(report).not.toContain('Did you mean');
    else expect(report).toContain(`Did you mean "${near}"?`);
  });

  it('one that Windows has no file of included', () => {
    const changes = rename('operators/con.yaml', 'facts/con.yaml');
    expect(codesOf(tiny(changes)).map((problem) => problem.split(' ')[0])).toEqual([
      'operator/file-name',
    ]);
    expect(reportOn(changes)).toMatch(
      /"con" cannot be a slug, which is no name that Windows keeps/,
    );
    expect(codesOf(tiny(rename('operators/con-1.yaml', 'facts/con-1.yaml')))).toEqual([]);
  });

  it('a letter with a mark included, where no claims say what was meant', () => {
    const changes = rename('operators/Änchor.yaml', 'facts/anchor.yaml');
    expect(reportOn({ ...changes, 'facts/anchor.yaml': null })).toMatch(
      /Rename the file to "anchor\.yaml"/,
    );
  });

  it.each([
    'service.yml',
    'service',
    'service.yaml.txt',
    'config/service.yaml',
    'api/v1/srevice.yaml',
  ])('a root file included: %s', (name) => {
    const changes = { 'service.yaml': null, [name]: TINY['service.yaml'] ?? '' };
    expect(codesOf(tiny(changes))).toEqual([`source/unexpected-file ${name}`]);
    expect(reportOn(changes)).toContain('Did you mean "service.yaml"?');
  });

  it.each<[string, string, string, (slug: string) => string]>([
    ['claims', '', 'x', (slug) => `Did you mean "${slug}"?`],
    ['operators', ' x', '', (slug) => `Rename the file to "${slug}.yaml".`],
  ])('and of more %s than can be compared, the first are', (_, operators, facts, advice) => {
    const misnamed = Array.from({ length: 1500 }, (_, at) => [
      [`operators/op-${1000 + at}${operators}.yaml`, operator(1000 + at, `Op ${at}`)],
      [`facts/op-${1000 + at}${facts}.yaml`, '[]'],
    ]);
    const report = reportOn(Object.fromEntries(misnamed.flat()));
    expect(report).toContain(advice('op-1000'));
    expect(report).not.toContain(advice('op-2499'));
  });

  it('and is no reason to pass over another', () => {
    const changes = { 'operators/Cedar Bets.yaml': operator(8, 'Cedar'), 'facts/elm.yaml': '[]\n' };
    expect(codesOf(tiny(changes))).toEqual([
      'facts/no-operator facts/elm.yaml',
      'operator/file-name operators/Cedar Bets.yaml',
    ]);
  });

  it('nor for claims to be taken for those of an operator that has some', () => {
    const changes = {
      'operators/ce_dar.yaml': operator(8, 'Cedar'),
      'facts/ce_dar.yaml': '[]\n',
      'facts/ce-dar.yaml': '[]\n',
    };
    expect(codesOf(tiny(changes))).toEqual([
      'facts/no-operator facts/ce-dar.yaml',
      'operator/file-name operators/ce_dar.yaml',
    ]);
  });

  it.each<[string, Sources]>([
    ['operators/anchor.yml', { 'operators/anchor.yml': operator(8, 'Cedar') }],
    ['operators/Anchor .yaml', { 'operators/Anchor .yaml': operator(8, 'Cedar') }],
    ['facts/ancor.yaml', { 'facts/ancor.yaml': '[]\n' }],
    ['facts/anchor.yaml.txt', { 'facts/anchor.yaml.txt': '[]\n' }],
    [
      'operators/ce_dar.yaml, with claims of its own,',
      {
        'operators/ce_dar.yaml': operator(8, 'Cedar'),
        'facts/ce_dar.yaml': '[]\n',
        'facts/ce-dar.yaml': '[]\n',
      },
    ],
  ])('%s is not to be called what another file is called', (_, changes) => {
    const report = reportOn(changes);
    expect(report).not.toBe('');
    expect(report).not.toMatch(/Did you mean|Rename .* to/);
  });

  it.each([
    ['operators/Ce Dar.yaml', 'operators/ce_dar.yaml', /Rename .* to "ce-dar\.yaml"/g],
    ['operators/cedar.yml', 'operator/cedar.yaml', /Did you mean "operators\/cedar\.yaml"/g],
  ])('%s and %s are not to be called the same', (first, second, advice) => {
    const changes = { [first]: operator(8, 'Cedar'), [second]: operator(9, 'Cedar') };
    expect(reportOn(changes).match(advice)).toHaveLength(1);
  });

  it('nor are two files of claims', () => {
    const report = reportOn({ 'facts/birhc.yaml': '[]\n', 'facts/brich.yaml': '[]\n' });
    expect(report.match(/No operator has/g)).toHaveLength(2);
    expect(report.match(/Did you mean "birch"/g)).toHaveLength(1);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['an operator', ['operators/Anchor.yaml'], ['operators/Anchor.yaml']],
    ['its claims', ['facts/ANCHOR.yaml'], ['facts/ANCHOR.yaml']],
    [
      'both, and twice',
      ['operators/Anchor.yaml', 'facts/Anchor.yaml', 'operators/ANCHOR.yaml'],
      ['facts/Anchor.yaml', 'operators/ANCHOR.yaml', 'operators/Anchor.yaml'],
    ],
  ])('a copy whose name differs in case alone included: of %s', (_, copies, names) => {
    const changes = Object.fromEntries(
      copies.map((name) => [name, name.startsWith('facts/') ? CLAIM : ANCHOR]),
    );
    expect(codesOf(tiny(changes))).toEqual(names.map((name) => `source/case-clash ${name}`));
  });

  it.each(['anchor copy', 'anchor-old', 'anchor2'])(
    'a copied file of claims included: %s',
    (slug) => {
      const changes = { [`facts/${slug}.yaml`]: CLAIM };
      expect(codesOf(tiny(changes))).toEqual([`facts/no-operator facts/${slug}.yaml`]);
      expect(reportOn(changes)).toMatch(/or delete (?:it|this one) if it is a copy\.$/m);
    },
  );
});

describe('a folder with a wrong name is said once', () => {
  /** The operators, and claims about both of them, in other folders. */
  const inFolders = (operators: string | null, facts: string): Sources => ({
    'operators/anchor.yaml': null,
    'operators/birch.yaml': null,
    'facts/anchor.yaml': null,
    [`${facts}/anchor.yaml`]: TINY['facts/anchor.yaml'] ?? '',
    [`${facts}/birch.yaml`]: '[]\n',
    ...(operators === null
      ? {}
      : {
          [`${operators}/anchor.yaml`]: operator(7, 'Anchor'),
          [`${operators}/birch.yaml`]: operator(3, 'Birch'),
        }),
  });

  it.each<[string | null, string, string, string]>([
    ['operator', 'facts', 'source/unexpected-folder operator', 'Did you mean "operators"?'],
    ['Operators', 'facts', 'source/unexpected-folder Operators', 'Did you mean "operators"?'],
    ['operators/old', 'facts', 'source/unexpected-folder operators/old', 'mean "operators"?'],
    ['operators', 'fact', 'source/unexpected-folder fact', 'Did you mean "facts"?'],
    ['operators', 'facts/2026/10', 'source/unexpected-folder facts/2026', 'mean "facts"?'],
    [null, 'facts', 'source/missing-file operators/', 'The data folder has no operators/'],
  ])('%s and %s', (operators, facts, problem, words) => {
    const changes = inFolders(operators, facts);
    expect(codesOf(tiny(changes))).toEqual([problem]);
    expect(reportOn(changes)).toContain(words);
  });

  it('with what else is wrong', () => {
    expect(codesOf(tiny({ ...inFolders('operator', 'facts'), 'facts/elm.yaml': '[]\n' }))).toEqual([
      'facts/no-operator facts/elm.yaml',
      'source/unexpected-folder operator',
    ]);
  });

  it('and is not to be called as one that has the same files', () => {
    const report = reportOn({
      'Operators/anchor.yaml': operator(7, 'Anchor'),
      'Operators/birch.yaml': operator(3, 'Birch'),
    });
    expect(report.match(/error/g)).toEqual(['error']);
    expect(report).not.toContain('Did you mean');
  });

  it.each<[string, Sources, string[]]>([
    ['a lone file', { 'operator/elm.yaml': operator(9, 'Elm') }, ['operator/elm.yaml']],
    [
      'files in the right folder',
      { 'operators/elm.yml': operator(9, 'Elm'), 'operators/fir.yml': operator(10, 'Fir') },
      ['operators/elm.yml', 'operators/fir.yml'],
    ],
    [
      'root files',
      {
        'service.yaml': null,
        'metrics.yaml': null,
        'config/service.yaml': TINY['service.yaml'] ?? '',
        'config/metrics.yaml': TINY['metrics.yaml'] ?? '',
      },
      ['config/metrics.yaml', 'config/service.yaml'],
    ],
  ])('and is not what is said of %s', (_, changes, names) => {
    expect(codesOf(tiny(changes))).toEqual(names.map((name) => `source/unexpected-file ${name}`));
    expect(reportOn(changes).match(/Did you mean/g)).toHaveLength(names.length);
  });
});
