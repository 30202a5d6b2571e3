import { once } from 'node:events';
import { mkdir, readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import * as z from 'zod/mini';

import { startServer } from '#e2e/harness/server.ts';
import { ensureChromium } from '#scripts/chromium.ts';
import { runCommand } from '#scripts/run-command.ts';

import { withBareReact } from './bare-react.ts';
import { median } from './links-load.ts';
import { rounded, type Row } from './table.ts';

const reportFile = 'tools/bench/results/lighthouse.json';
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
/** The number of runs of each page. The pages take turns, and the median of each value counts. */
const runs = 3;

/**
 * How Lighthouse imitates a phone. `simulate` loads the page at full speed and computes the times of a
 * phone. Its Largest Contentful Paint includes every file that arrived before the paint here, needed or not.
 * `devtools` slows down the network and the processor of the browser, and measures.
 */
const methods = { simulate: 'computed', devtools: 'measured' } as const;
type Method = keyof typeof methods;

/**
 * Runs Lighthouse for mobile against the built server, and, for comparison, against a page that contains only React.
 * `npx` installs Lighthouse if it is missing.
 */
export async function benchPage(): Promise<Row[]> {
  const chromium = await ensureChromium();
  await mkdir('tools/bench/results', { recursive: true });
  return withBareReact(async (folder) => {
    const server = await startServer();
    const bare = await serveFolder(folder);
    try {
      const rows: Row[] = [];
      for (const method of ['simulate', 'devtools'] as const) {
        const own: Report[] = [];
        const other: Report[] = [];
        for (let run = 0; run < runs; run += 1) {
          other.push(await lighthouse(bare.url, { chromium, method }));
          own.push(await lighthouse(server.url, { chromium, method }));
        }
        rows.push(...compare(own, other).map((row) => ({ times: methods[method], ...row })));
      }
      return rows;
    } finally {
      await server.stop();
      bare.stop();
    }
  });
}

/** The values of one run, by their titles. */
type Report = ReadonlyMap<string, number>;

async function lighthouse(
  url: string,
  { chromium, method }: { readonly chromium: string; readonly method: Method },
): Promise<Report> {
  const parameters = [
    '--yes',
    'lighthouse@12',
    url,
    '--quiet',
    `--throttling-method=${method}`,
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
  return new Map([
    ...Object.values(categories).map(({ title, score }) => [title, score * 100] as const),
    ...timings.map(
      (name) => [audits[name]?.title ?? name, audits[name]?.numericValue ?? Number.NaN] as const,
    ),
  ]);
}

function compare(own: readonly Report[], bare: readonly Report[]): Row[] {
  return [...(own[0]?.keys() ?? [])].map((what) => {
    const of = (reports: readonly Report[]) =>
      median(reports.map((report) => report.get(what) ?? Number.NaN));
    const [value, beside] = [of(own), of(bare)];
    return {
      what,
      Linkweft: rounded(value, 3),
      'bare React': rounded(beside, 3),
      ratio: beside === 0 ? '' : rounded(value / beside, 2),
    };
  });
}

const mediaTypes = { html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8' };

/** Serves the files of a folder, compressed as the product's server does it. */
async function serveFolder(folder: string) {
  const files = new Map<string, Buffer>();
  for (const name of await readdir(folder, { recursive: true }))
    if (/\.\w+$/u.test(name)) files.set(name, brotliCompressSync(await readFile(join(folder, name))));
  const server = createServer((request, response) => {
    const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
    const bytes = files.get(name);
    if (bytes === undefined) return response.writeHead(404).end();
    const type = name.endsWith('.js') ? mediaTypes.js : mediaTypes.html;
    return response.setHeader('content-type', type).setHeader('content-encoding', 'br').end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
