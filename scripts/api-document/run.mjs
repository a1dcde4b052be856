/** Writes docs/api.md, and what the session in README.md shows, by TypeScript, on every Node that the repository runs on. */
import { join } from 'node:path';
import { runnerImport } from 'vite';

await runnerImport(join(import.meta.dirname, 'write.ts'));
