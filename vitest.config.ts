import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Compiles once what the command line tests run.
    globalSetup: 'test/compile.ts',
    testTimeout: 120_000,
    // One processor is left idle otherwise: half of a machine with two.
    maxWorkers: '100%',
    // The counts that .ci/run closes with.
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/test-report.json' }]],
    env: { NO_COLOR: '1', SOURCE_DATE_EPOCH: '' },
  },
});
