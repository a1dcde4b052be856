/** Runs the recipes of docs/api.md for Python and R, on every Node that the repository runs on. */
import { join } from 'node:path';
import { runnerImport } from 'vite';

await runnerImport(join(import.meta.dirname, 'run-recipes.ts'));
