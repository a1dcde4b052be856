import { readFileSync } from 'node:fs';
import fastGlob from 'fast-glob';
import { defineConfig } from 'vitest/config';

const tests = fastGlob.sync('test/**/*.test.ts', { ignore: ['**/node_modules/**'] });
/** Tests that replace modules need modules of their own. All others share them, which is faster. */
const withMocks = tests.filter((path) => readFileSync(path, 'utf8').includes('vi.mock('));
const others = tests.filter((path) => !withMocks.includes(path));

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'shared', include: others, isolate: false } },
      { extends: true, test: { name: 'isolated', include: withMocks } },
    ],
    // Compiles once what the command line tests run.
    globalSetup: 'test/compile.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One processor is left idle otherwise: half of a machine with two.
    maxWorkers: '100%',
    // The counts that .ci/run closes with.
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/test-report.json' }]],
    env: { NO_COLOR: '1', SOURCE_DATE_EPOCH: '' },
  },
});
