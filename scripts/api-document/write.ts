import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderApiDocument } from './document.ts';
import { publishSample } from './publication.ts';
import { renderSession } from './session.ts';

const folder = mkdtempSync(join(tmpdir(), 'api-document-'));
try {
  const publication = await publishSample(folder);
  try {
    const document = await renderApiDocument(publication);
    writeFileSync(join(import.meta.dirname, '../../docs/api.md'), document);
  } finally {
    await publication.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const readme = join(import.meta.dirname, '../../README.md');
writeFileSync(readme, await renderSession(readFileSync(readme, 'utf8')));
