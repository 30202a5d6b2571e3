import process from 'node:process';

import { defineConfig } from 'vitest/config';

import { LongestFirst } from './tools/scripts/test-run/longest-first.ts';

// The timeout only ends tests that hang. Tests at full scale take longer.
const longest = process.env['FORTRESS'] === undefined ? 300_000 : 3_600_000;
const timeouts = { testTimeout: longest, hookTimeout: longest, expect: { poll: { timeout: longest / 5 } } };
// Files of a worker share their modules, because loading them for each file takes longer than most files do.
const shared = { isolate: false, ...timeouts };

// On two cores, vitest would run one file at a time. `maxWorkers` allows more.
export default defineConfig({
  test: {
    // Caches each transformed file by its content for all projects and runs.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', '{test/provider,tools/scripts}/**/*.test.ts'],
          globalSetup: 'src/server/test-shared-parts.ts',
          setupFiles: 'tools/scripts/test-run/property-seed.ts',
          // For tests that measure memory.
          execArgv: ['--expose-gc'],
          // Some tests mostly wait, so more workers than cores are useful.
          maxWorkers: 6,
        },
      },
      { test: { ...shared, name: 'checks', include: ['test/checks/**/*.test.ts'], maxWorkers: 2 } },
      {
        test: {
          ...shared,
          name: 'durability',
          include: ['test/durability/**/*.test.ts'],
          testTimeout: 600_000,
          maxWorkers: 2,
        },
      },
      { test: { ...shared, name: 'e2e', include: ['test/e2e/**/*.test.ts'], maxWorkers: 5 } },
    ],
  },
});
