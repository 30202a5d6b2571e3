import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import { ownCases } from '#provider/corpus/corpus-cases.ts';
import { streamed } from '#provider/completion-steps.ts';
import { startProvider } from '#provider/provider.ts';

import { withLimits } from './gateway-targets.ts';
import { rounded, type Row } from './table.ts';
import { tokensPerSecond } from './weave-played.ts';

/** A token of English has about four characters. Each chunk is a token. */
const charactersPerToken = 4;
const sizes = [150, 850, 4500];
const links = ['coffee maker', 'walking boots', 'kitchen knife', 'garden hose', 'reading lamp'];
/** The number of generations that run at the same time in a round. The first round only warms up the server. */
const atOnce = 10;

/**
 * Measures what one generation costs a server in processor time, memory that it allocates and bytes that it sends,
 * compared with a program that only passes on the same answer. Needs Linux.
 */
export async function benchCost(): Promise<Row[]> {
  const provider = await startProvider(streamed(''));
  const rows: Row[] = [];
  try {
    for (const words of sizes) {
      const content = contentOf(words);
      const reply = replyFor(content);
      provider.answerWith(
        streamed(reply, { size: charactersPerToken, speed: tokensPerSecond * charactersPerToken }),
      );
      const chunks = Math.ceil(reply.length / charactersPerToken);
      rows.push(
        await measure('pass-through', { words, chunks }, await startPassThrough(provider.baseUrl, content)),
      );
      rows.push(await measure('Linkweft', { words, chunks }, await startLinkweft(provider.baseUrl, content)));
    }
  } finally {
    await provider.close();
  }
  return rows;
}

/** Returns paragraphs of the project's own articles with at least this number of words. */
function contentOf(words: number): string {
  const paragraphs = ownCases
    .flatMap(({ content }) => content.split(/\n{2,}/u))
    .filter((text) => !/[#[(|]/u.test(text));
  const taken: string[] = [];
  for (let count = 0, at = 0; count < words; at += 1) {
    const paragraph = paragraphs[at % paragraphs.length] ?? '';
    taken.push(paragraph);
    count += paragraph.split(/\s+/u).length;
  }
  return taken.join('\n\n');
}

/** Returns the answer of a model that adds each link to each version. */
function replyFor(content: string): string {
  const step = Math.floor(content.split(/[.!?]\s/u).length / (links.length + 1));
  return ['SAFE', 'INTERESTING', 'CRAZY']
    .map((version) => {
      const edits = links.map(
        (words, index) => `INSERT ${1 + index * step}: For that there is this [[${words}]]((L${index + 1})).`,
      );
      return `VERSION: ${version}\n${edits.join('\n')}\n`;
    })
    .join('');
}

type Server = {
  readonly processId: number;
  /** What the server has printed, which includes the log of the garbage collector. */
  readonly printed: () => string;
  readonly generate: () => Promise<Response>;
  readonly stop: () => Promise<void>;
};

async function measure(
  server: string,
  job: { words: number; chunks: number },
  running: Server,
): Promise<Row> {
  try {
    await runRound(running);
    const [ticks, megabytes] = [ticksOf(running.processId), allocatedBy(running.printed())];
    const bytes = await runRound(running);
    const milliseconds = ((ticksOf(running.processId) - ticks) * millisecondsPerTick) / atOnce;
    return {
      server,
      ...job,
      'CPU ms': rounded(milliseconds, 1),
      'CPU ms per chunk': rounded(milliseconds / job.chunks, 3),
      'MB allocated': rounded((allocatedBy(running.printed()) - megabytes) / atOnce, 1),
      'KB sent': rounded(bytes / 1000, 1),
    };
  } finally {
    await running.stop();
  }
}

/** Runs generations at the same time. Returns the number of bytes that were sent for one of them. */
async function runRound({ generate }: Server): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const answer = await generate();
      const text = await answer.text();
      if (!answer.ok || text.includes('event: problem')) throw new Error(text.slice(-500));
      return Buffer.byteLength(text);
    }),
  );
  return Math.max(...answers);
}

/** `sysconf(_SC_CLK_TCK)` is 100 on Linux. */
const millisecondsPerTick = 10;

/** Returns the processor time of all threads of a process, in ticks. Source: proc(5), utime and stime. */
function ticksOf(processId: number): number {
  const fields = readFileSync(`/proc/${processId}/stat`, 'utf8')
    .replace(/^.*\) /su, '')
    .split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/**
 * Returns how many MB all threads have allocated, computed from the sizes of the heap before and after each garbage
 * collection.
 */
function allocatedBy(printed: string): number {
  const after = new Map<string, number>();
  let sum = 0;
  for (const [, thread = '', from, to] of printed.matchAll(
    /^\[\d+:(\w+)\].*? (\d[\d.]*) \([\d.]+\) -> (\d[\d.]*) /gmu,
  )) {
    sum += Number(from) - (after.get(thread) ?? 0);
    after.set(thread, Number(to));
  }
  return sum;
}

async function startServer(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
  generateAt: (origin: string) => Promise<Server['generate']>,
): Promise<Server> {
  const child = spawn(process.execPath, ['--trace-gc', ...parameters], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  let origin: string | undefined;
  while (origin === undefined && child.exitCode === null) {
    await sleep(10);
    origin = /ready at (http:\S+)/u.exec(printed)?.[1];
  }
  return {
    processId: child.pid ?? 0,
    printed: () => printed,
    generate: await generateAt(origin ?? ''),
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const json = { 'content-type': 'application/json' };

async function startPassThrough(OPENAI_BASE_URL: string, content: string): Promise<Server> {
  const messages = [
    { role: 'system', content: 'Weave the links in.' },
    { role: 'user', content },
  ];
  const body = JSON.stringify({ model: 'gpt-4', stream: true, messages });
  return startServer(
    ['tools/bench/gateway-pass-through.mjs'],
    { PORT: '0', OPENAI_BASE_URL },
    async (origin) => () => fetch(origin, { method: 'POST', headers: json, body }),
  );
}

async function startLinkweft(OPENAI_BASE_URL: string, content: string): Promise<Server> {
  const environment = {
    PORT: '0',
    OPENAI_BASE_URL,
    OPENAI_MODEL: 'gpt-4',
    WORKSPACE: 'shared',
    TRUST_PROXY: 'loopback',
    DATA_DIR: await mkdtemp(path.join(tmpdir(), 'linkweft-cost-')),
    ...withLimits,
  };
  return startServer(['dist/server/main.js'], environment, async (origin) => {
    const linkIds: string[] = [];
    for (const [index, description] of links.entries()) {
      const body = JSON.stringify({ url: `https://shop.example/${index}`, description });
      const saved = await fetch(`${origin}/api/links`, { method: 'POST', headers: json, body });
      linkIds.push((await saved.json()).id);
    }
    const body = JSON.stringify({ content, linkIds });
    let visitor = 0;
    return () => {
      // Each request is from another visitor, because the requests of one visitor are limited.
      visitor += 1;
      const headers = { ...json, accept: 'text/event-stream', 'x-forwarded-for': `192.0.2.${visitor}` };
      return fetch(`${origin}/api/generations`, { method: 'POST', headers, body });
    };
  });
}
