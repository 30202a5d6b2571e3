import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import { require } from './check.ts';

/** Milliseconds that a program may take to answer, on a busy machine. */
const longestStart = 60_000;

export type Running = Awaited<ReturnType<typeof start>>;

type Options = SpawnOptions & { readonly isReady: () => Promise<boolean> };

/** Starts a program. Resolves when it is ready. */
export async function start(
  command: string,
  parameters: readonly string[],
  { isReady, ...options }: Options,
) {
  const begin = performance.now();
  const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let printed = '';
  const keep = (chunk: Buffer) => (printed += chunk.toString());
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = once(child, 'close');
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  while (!(await isReady())) {
    const isLate = performance.now() - begin > longestStart;
    if (isLate) child.kill('SIGKILL');
    require(!isLate && child.exitCode === null, `${command} did not start.\n${printed}`);
    await sleep(20);
  }
  return {
    child,
    /** Milliseconds until it answered. */
    startTime: performance.now() - begin,
    printed: () => printed,
    ended,
    /** Asks it to stop. Resolves with its exit code when its output is closed. */
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<unknown> {
      child.kill(signal);
      const [exitCode]: unknown[] = await ended;
      process.off('exit', endWithUs);
      return exitCode;
    },
  };
}

/** Returns the check whether an address answers, with a status below 500. */
export const answering = (address: string) => async (): Promise<boolean> => {
  const answer = await fetch(address, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer !== null && answer.status < 500;
};

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  require(typeof address === 'object' && address !== null, 'There is no free port.');
  return address.port;
}

/** Saves a link in the shared list of a server. */
export async function saveLink(origin: string, url: string): Promise<void> {
  const answer = await fetch(`${origin}/api/links`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  require(answer.status === 201, `A save was answered with ${answer.status}: ${await answer.text()}`);
}

/** Throws if the shared list of the server lacks the link. */
export async function requireLink(origin: string, url: string): Promise<void> {
  const text = await (await fetch(`${origin}/api/links`)).text();
  require(text.includes(url), `The link ${url} is missing.`);
}
