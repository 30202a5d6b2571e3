import type { ChosenLink } from '#core/links/link.ts';
import { writeVersions } from '#provider/write-versions.ts';
import { corpusCases, ownCases } from '#provider/corpus/corpus-cases.ts';

import { rounded, type Row } from './table.ts';

const rounds = 9;

type Job = { readonly text: string; readonly content: string; readonly links: readonly ChosenLink[] };

/**
 * Measures the time of the built-in writer for all three versions. Returns one row per text with medians of nine runs.
 */
export async function benchWriter(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const job of [
    ...corpusCases.map((entry) => ({ ...entry, text: `${entry.id} ${entry.title}` })),
    ...syntheticJobs(),
  ]) {
    rows.push(measure(job));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return rows;
}

function measure({ text, content, links }: Job): Row {
  const times: number[] = [];
  writeVersions(content, links);
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    writeVersions(content, links);
    times.push(performance.now() - began);
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  const words = content.split(/\s+/).filter(Boolean).length;
  return {
    text,
    words,
    links: links.length,
    'ms median': rounded(median),
    'ms per 1,000 words': rounded((median / words) * 1000),
  };
}

function syntheticJobs(): Job[] {
  const [fixture] = ownCases;
  if (fixture === undefined) return [];
  const length = fixture.content.split(/\s+/).filter(Boolean).length;
  const links = Array.from({ length: 20 }, (_, index) => ({
    id: `link-${index}`,
    integrations: 1 as const,
    url: `https://shop.example.com/${index}`,
    description: fixture.links[index % fixture.links.length]?.description ?? '',
  }));
  return [1000, 10_000, 50_000].map((words) => ({
    text: `synthetic, ${words} words`,
    content: fixture.content.repeat(Math.round(words / length)),
    links,
  }));
}
