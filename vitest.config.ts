import { defineConfig } from 'vitest/config';

// Left to itself, vitest runs one file at a time where there are two cores: hence `maxWorkers`.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', '{provider,scripts}/**/*.test.ts'],
          environment: 'node',
          maxWorkers: 4,
        },
      },
      { test: { name: 'checks', include: ['checks/**/*.test.ts'], testTimeout: 60_000, maxWorkers: 2 } },
      {
        test: {
          name: 'durability',
          include: ['durability/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 4,
        },
      },
    ],
  },
});
