import process from 'node:process';

import { defineConfig } from 'vitest/config';

import { LongestFirst } from './scripts/test-run/longest-first.ts';

// A limit of time is there to end what hangs: a loaded machine keeps it. Tests at full scale take longer.
const longest = process.env['FORTRESS'] === undefined ? 120_000 : 3_600_000;
const patience = { testTimeout: longest, hookTimeout: longest, expect: { poll: { timeout: longest / 2 } } };
// Files of a worker share its modules: to load them anew for each file takes longer than most files do.
const shared = { isolate: false, ...patience };

// Left to itself, vitest runs one file at a time where there are two cores: hence `maxWorkers`.
export default defineConfig({
  test: {
    // Files as vitest read them, by what stands in them: each is transformed once for all projects and runs.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', '{provider,scripts}/**/*.test.ts'],
          globalSetup: 'src/server/test-shared-parts.ts',
          setupFiles: 'scripts/test-run/property-seed.ts',
          // For tests that measure memory.
          execArgv: ['--expose-gc'],
          // Some of them wait for the clock.
          maxWorkers: 6,
        },
      },
      { test: { ...shared, name: 'checks', include: ['checks/**/*.test.ts'], maxWorkers: 2 } },
      {
        test: {
          ...shared,
          name: 'durability',
          include: ['durability/**/*.test.ts'],
          testTimeout: 600_000,
          maxWorkers: 2,
        },
      },
      { test: { ...shared, name: 'e2e', include: ['e2e/**/*.test.ts'], maxWorkers: 5 } },
    ],
  },
});
