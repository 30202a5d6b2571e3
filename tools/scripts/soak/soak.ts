import { spawn } from 'node:child_process';
import { once, setMaxListeners } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import { streamed } from '#provider/completion-steps.ts';
import { startProvider } from '#provider/provider.ts';

import { visitRepeatedly, type SoakLog } from './soak-visitor.ts';

const visitors = 12;
const sampleCount = 120;
/** The allowed growth in addition to a tenth, in MB of memory and in handles. */
const leeway = { megabytes: 24, handles: 20 };
/**
 * The most bytes that the database keeps for each generation, for each deleted link and for each day. Results are
 * counted separately.
 */
const rememberedBytes = 1200;

type Sample = {
  readonly minute: number;
  readonly megabytes: number;
  readonly handles: number;
  readonly databaseBytes: number;
  /** Bytes that the database has to keep at this time. */
  readonly rememberedBytes: number;
};

const reply = ['SAFE', 'INTERESTING', 'CRAZY']
  .map((marker) => `VERSION: ${marker}\nINSERT 1: ${'More '.repeat(10)}of [[two words]]((L1)).\n`)
  .join('');

const minutes = Number(process.argv[2] ?? 60);
if (minutes > 0) await soak(minutes);
else {
  print('How many minutes? For example: npm run soak -- 5');
  process.exitCode = 1;
}

/** Uses the built server for this number of minutes, prints its resources, and fails if they keep growing. */
async function soak(limit: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-soak-'));
  const provider = await startProvider(streamed(reply, { speed: 400 }));
  const server = await startServer(folder, provider.baseUrl);
  const log: SoakLog = { counts: new Map(), failures: [], outcomeBytes: 0 };
  const over = new AbortController();
  setMaxListeners(0, over.signal);
  print(`${visitors} visitors use the server for ${limit} minutes`);
  const visits = Array.from({ length: visitors }, () => visitRepeatedly(server.origin, log, over.signal));
  const samples = await watch(limit, async (minute) => ({
    minute,
    ...(await server.figures()),
    databaseBytes: await sizeOf(folder),
    rememberedBytes: remembered(log),
  }));
  over.abort();
  await Promise.all(visits);
  report(samples, log);
  await server.stop();
  await provider.close();
  await rm(folder, { recursive: true, force: true });
}

async function watch(limit: number, sample: (minute: number) => Promise<Sample>): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let taken = 0; taken < sampleCount; taken += 1) {
    await sleep((limit * 60_000) / sampleCount);
    samples.push(await sample(((taken + 1) * limit) / sampleCount));
  }
  return samples;
}

async function startServer(folder: string, baseUrl: string) {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      METRICS_PORT: '0',
      DATA_DIR: folder,
      TRUST_PROXY: 'loopback',
      OPENAI_BASE_URL: baseUrl,
      LIMIT_GENERATIONS_PER_MINUTE: '0',
      LIMIT_GENERATIONS_PER_DAY: '0',
      BUDGET_DAILY_USD: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const addressAfter = (words: string) => new RegExp(`${words} (http:\\S+)\\n`, 'u').exec(printed)?.[1];
  while (addressAfter('ready at') === undefined) {
    if (child.exitCode !== null) throw new Error('The server did not start.');
    await sleep(50);
  }
  return {
    origin: addressAfter('ready at') ?? '',
    async figures() {
      const text = await (await fetch(addressAfter('are at') ?? '')).text();
      const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'mu').exec(text)?.[1]);
      return {
        megabytes: figure('process_resident_memory_bytes') / 1e6,
        handles: figure('process_open_fds'),
      };
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (file) => (await stat(path.join(folder, file))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function remembered({ counts, outcomeBytes }: SoakLog): number {
  const count = (name: string) => counts.get(name) ?? 0;
  const rows = count('generated') + count('left') + count('deleted') + count('workspaces deleted');
  return outcomeBytes + rows * rememberedBytes;
}

function report(samples: readonly Sample[], { counts, failures }: SoakLog): void {
  const tenth = Math.floor(samples.length / 10);
  const table = samples
    .filter((_sample, index) => (index + 1) % tenth === 0)
    .map((sample) => ({
      minute: Math.round(sample.minute * 100) / 100,
      'memory, MB': round(sample.megabytes),
      handles: sample.handles,
      'database, MB': round(sample.databaseBytes / 1e6),
      'of that to be remembered, MB': round(sample.rememberedBytes / 1e6),
    }));
  console.table(table);
  print([...counts].map(([name, count]) => `${count} ${name}`).join(', '));
  const growths = growthsOf(samples.slice(tenth, 2 * tenth), samples.slice(-tenth));
  const faults = [...growths, ...failures.slice(0, 10)];
  print(faults.length === 0 ? 'Nothing grows after the first tenth, and nothing failed.' : faults.join('\n'));
  process.exitCode = faults.length > 0 ? 1 : 0;
}

/** Compares the last tenth of the samples with the second tenth. Returns a message for each resource that grew. */
function growthsOf(early: readonly Sample[], late: readonly Sample[]): string[] {
  const grown = (of: (sample: Sample) => number) => [median(early.map(of)), median(late.map(of))] as const;
  const [memoryEarly, memoryLate] = grown(({ megabytes }) => megabytes);
  const [handlesEarly, handlesLate] = grown(({ handles }) => handles);
  const [restEarly, restLate] = grown((sample) => sample.databaseBytes - sample.rememberedBytes);
  return [
    ...(memoryLate > memoryEarly * 1.1 + leeway.megabytes
      ? [`Memory grows: ${memoryEarly} to ${memoryLate} MB`]
      : []),
    ...(handlesLate > handlesEarly * 1.1 + leeway.handles
      ? [`Handles grow: ${handlesEarly} to ${handlesLate}`]
      : []),
    ...(restLate > Math.abs(restEarly) * 1.1 + leeway.megabytes * 1e6
      ? [`The database grows by more than it has to remember: ${restEarly} to ${restLate} bytes`]
      : []),
  ];
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
