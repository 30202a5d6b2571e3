import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { pacedAnswer } from '#provider/paced-answer.ts';
import { startProvider, type Provider } from '#provider/provider.ts';
import { refuse } from '#provider/steps.ts';
import { writeFromPrompt } from '#provider/write-from-prompt.ts';

import { readTree, writeArticles } from './articles.ts';
import { spawnCli } from './cli-process.ts';

type Kills = {
  /** The command as a file of JavaScript. */
  readonly program: string;
  readonly files: number;
  readonly kills: number;
  readonly concurrency: number;
  readonly tokensPerSecond: number;
};

/** What a run gave that was killed again and again and started anew. */
export type KilledRun = {
  /** Files with exactly the text that an undisturbed run writes, and all others. */
  readonly exact: number;
  readonly wrong: number;
  /** Files that were there and not exact right after a kill. */
  readonly halfWritten: number;
  /** Calls of an undisturbed run, and of this one. */
  readonly neededCalls: number;
  readonly calls: number;
  /** Calls whose answer a kill has cut off. */
  readonly cutCalls: number;
  /** Files that were finished when the last process began. It must not ask for them. */
  readonly doneBefore: number;
  readonly exitCode: number | null;
  readonly seconds: number;
};

/** Answers like a model, at a pace. */
export async function startModel(tokensPerSecond: number): Promise<Provider> {
  return startProvider({
    for: ({ body }) =>
      body === null ? refuse(400) : pacedAnswer(writeFromPrompt(body.messages), body, { tokensPerSecond }),
  });
}

/** Runs `linkweft weave` and kills it by SIGKILL, evenly over its calls. */
export async function measureKills({
  program,
  files,
  kills,
  concurrency,
  tokensPerSecond,
}: Kills): Promise<KilledRun> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-kills-'));
  const fast = await startModel(1_000_000);
  const slow = await startModel(tokensPerSecond);
  try {
    await writeArticles(folder, files);
    const start = (out: string, { baseUrl }: Provider) =>
      spawnCli(
        program,
        [
          'weave',
          'posts',
          '--links',
          'links.csv',
          '--out',
          out,
          '--concurrency',
          String(concurrency),
          '--json',
        ],
        { folder, environment: { OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: 'stand-in' } },
      );
    await start('undisturbed', fast).ended;
    const wanted = await readTree(path.join(folder, 'undisturbed'));
    const result = path.join(folder, 'result');
    const began = performance.now();
    let halfWritten = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const run = start('result', slow);
      while (slow.calls.length < (files * kill) / (kills + 1)) await sleep(5);
      run.child.kill('SIGKILL');
      await run.ended;
      const there = await readTree(result);
      halfWritten += [...there].filter(([name, text]) => wanted.get(name) !== text).length;
    }
    const doneBefore = (await readTree(result)).size;
    const { exitCode } = await start('result', slow).ended;
    const written = await readTree(result);
    const exact = [...written].filter(([name, text]) => wanted.get(name) === text).length;
    return {
      exact,
      wrong: written.size - exact,
      halfWritten,
      neededCalls: fast.calls.length,
      calls: slow.calls.length,
      cutCalls: slow.calls.filter(({ abortedAt }) => abortedAt !== null).length,
      doneBefore,
      exitCode,
      seconds: Math.round((performance.now() - began) / 100) / 10,
    };
  } finally {
    await fast.close();
    await slow.close();
    await rm(folder, { recursive: true, force: true });
  }
}
