import { availableParallelism } from 'node:os';
import process from 'node:process';

import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

import { realServer } from './test/component/real-server.ts';
import { findChromium, launchArguments } from './tools/scripts/chromium.ts';
import { LongestFirst } from './tools/scripts/test-run/longest-first.ts';

// The timeout only ends tests that hang. Tests at full scale take longer.
const longest = process.env['FORTRESS'] === undefined ? 300_000 : 3_600_000;

/**
 * All projects run at the same time. Many tests wait, for a browser, a disk or a process, so one worker more than cores
 * is useful. Still more take longer: each also runs a browser and servers, which wait for each other. Vitest wants the
 * same number in all projects of a run.
 */
const shared = {
  maxWorkers: availableParallelism() + 1,
  // Files of a worker share their modules, because loading them for each file takes longer than most files do.
  isolate: false,
  testTimeout: longest,
  hookTimeout: longest,
  expect: { poll: { timeout: longest / 5 } },
};
const chromium = findChromium();
const buildFirst = 'tools/scripts/test-run/build-first.ts';

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
          exclude: ['**/*.browser.test.{ts,tsx}'],
          globalSetup: 'src/server/test-shared-parts.ts',
          setupFiles: 'tools/scripts/test-run/unit-setup.ts',
          // For tests that measure memory.
          execArgv: ['--expose-gc'],
        },
      },
      {
        plugins: [react(), realServer()],
        // Vite must know the packages of the page before the first test, because it reloads when it finds another one.
        optimizeDeps: {
          include: [
            'react-dom/client',
            'react/jsx-dev-runtime',
            'idb',
            'lucide-react',
            'turndown',
            'zod/mini',
          ],
          exclude: ['vitest-browser-react'],
        },
        test: {
          ...shared,
          name: 'component',
          include: ['src/{export,web}/**/*.browser.test.{ts,tsx}'],
          globalSetup: buildFirst,
          browser: {
            enabled: true,
            headless: true,
            // The tests' browser resolves no names.
            api: { host: '127.0.0.1' },
            // One page loads the modules once for all files.
            fileParallelism: false,
            screenshotFailures: false,
            viewport: { width: 1440, height: 900 },
            provider: playwright({
              launchOptions: {
                args: launchArguments,
                ...(chromium !== null && { executablePath: chromium }),
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      { test: { ...shared, name: 'checks', include: ['test/checks/**/*.test.ts'], globalSetup: buildFirst } },
      {
        test: {
          ...shared,
          name: 'durability',
          include: ['test/durability/**/*.test.ts'],
          globalSetup: buildFirst,
          testTimeout: 2 * longest,
        },
      },
      { test: { ...shared, name: 'e2e', include: ['test/e2e/**/*.test.ts'], globalSetup: buildFirst } },
    ],
  },
});
