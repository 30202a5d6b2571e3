import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import process from 'node:process';

import * as z from 'zod/mini';

export type Load = {
  readonly origin: string;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly milliseconds: number;
};

export type Measured = { readonly perSecond: number; readonly p50: number; readonly p99: number };

const resultSchema = z.object({ perSecond: z.number(), p50: z.number(), p99: z.number() });

/** Runs the load in a separate process. Times are in milliseconds. */
async function load(job: Load): Promise<Measured> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/bench/links-load-process.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(job));
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return resultSchema.parse(JSON.parse(output));
}

export type Target = { readonly name: string; readonly job: Load };

const rounds = 9;

/** Measures all targets in turn for several rounds after a warm-up. Returns the median of the rounds of each. */
export async function compare(targets: readonly Target[]): Promise<Map<string, Measured>> {
  const measured = new Map(targets.map(({ name }) => [name, new Array<Measured>()]));
  for (const { job } of targets) await load(job);
  for (let round = 0; round < rounds; round += 1)
    for (const { name, job } of targets) measured.get(name)?.push(await load(job));
  return new Map([...measured].map(([name, results]) => [name, medians(results)]));
}

function medians(results: readonly Measured[]): Measured {
  const of = (key: keyof Measured) => median(results.map((result) => result[key]));
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') };
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
