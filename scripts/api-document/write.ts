import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderApiDocument } from './document.ts';
import { publishSample, publishSampleOnce, withPublication } from './publication.ts';
import { renderSession } from './session.ts';

const root = join(import.meta.dirname, '../..');
const readme = join(root, 'README.md');

writeFileSync(join(root, 'docs/api.md'), await withPublication(publishSample, renderApiDocument));
writeFileSync(
  readme,
  await withPublication(publishSampleOnce, (publication) =>
    renderSession(readFileSync(readme, 'utf8'), publication),
  ),
);
