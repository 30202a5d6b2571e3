import { mkdir, readFile } from 'node:fs/promises';

import * as z from 'zod/mini';

import { startServer } from '#e2e/harness/server.ts';
import { ensureChromium } from '#scripts/chromium.ts';
import { runCommand } from '#scripts/run-command.ts';

import { rounded, type Row } from './table.ts';

const reportFile = 'bench/results/lighthouse.json';
const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ title: z.string(), score: z.number() })),
  audits: z.record(z.string(), z.object({ title: z.string(), numericValue: z.optional(z.number()) })),
});
const timings = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

/** Runs Lighthouse for mobile against the built server. `npx` installs Lighthouse if it is missing. */
export async function benchPage(): Promise<Row[]> {
  const chromium = await ensureChromium();
  const server = await startServer();
  try {
    await mkdir('bench/results', { recursive: true });
    const parameters = [
      '--yes',
      'lighthouse@12',
      server.url,
      '--quiet',
      '--only-categories=performance,accessibility,best-practices',
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-quic',
      '--output=json',
      `--output-path=${reportFile}`,
    ];
    const { exitCode, output } = await runCommand('npx', parameters, {
      environment: { CHROME_PATH: chromium },
    });
    if (exitCode !== 0) throw new Error(output);
    const { categories, audits } = reportSchema.parse(JSON.parse(await readFile(reportFile, 'utf8')));
    return [
      ...Object.values(categories).map(({ title, score }) => ({
        what: title,
        value: rounded(score * 100, 0),
      })),
      ...timings.map((name) => ({
        what: audits[name]?.title ?? name,
        value: rounded(audits[name]?.numericValue ?? Number.NaN, 3),
      })),
    ];
  } finally {
    await server.stop();
  }
}
