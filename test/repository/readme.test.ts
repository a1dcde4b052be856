import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Publication,
  publishSampleOnce,
  withPublication,
} from '../../scripts/api-document/publication.ts';
import { renderSession } from '../../scripts/api-document/session.ts';
import { repository } from '../doors/repository.ts';

const readme = readFileSync(join(repository, 'README.md'), 'utf8');

describe('the README', () => {
  it('shows a session as it really goes, which `npm run docs` writes anew', async () => {
    expect(readme.match(/^\$ curl /gm)?.length).toBeGreaterThan(3);
    const replay = (publication: Publication) => renderSession(readme, publication);
    expect(await withPublication(publishSampleOnce, replay)).toBe(readme);
  });

  it('names commands and files that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script);
    expect(named.length).toBeGreaterThan(3);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
    const files = [...readme.matchAll(/\]\(([^):]+)\)/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
  });
});
