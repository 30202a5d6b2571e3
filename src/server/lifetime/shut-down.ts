import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Drain } from '#server/lib/scheduling.ts';

import { watchNpm } from './watch-npm.ts';

/** In milliseconds. Both a terminal and npm may pass on what was one signal. */
const oneSignal = 1000;

/** Aborts and calls `end` once: at the first signal, or when npm has ended, if npm started this process. */
export function stopWhenAsked(stopping: AbortController, end: () => void): void {
  stopping.signal.addEventListener('abort', end);
  const stop = () => stopping.abort();
  stopOnSignal(stop);
  watchNpm(process.env, stop);
}

/** Calls `stop` at the first signal. A later one ends the process at once. */
function stopOnSignal(stop: () => void): void {
  let since: number | null = null;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (since !== null && performance.now() - since > oneSignal) exit();
      since ??= performance.now();
      stop();
    });
  // When a terminal has closed, nobody can read what the server writes. It must not end because of that.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Milliseconds before the timeout in which running work is interrupted. */
const longestInterruption = 1000;
/** Milliseconds that the process may take to end by itself after everything is closed. */
const longestExit = 500;
/** Idle connections would delay the end. They are closed again and again at this interval, in milliseconds. */
const idleInterval = 100;

type Listener = { readonly server: Server; readonly close: () => PromiseLike<unknown> };

type Stop = {
  /** For how long the server still accepts everything, so that proxies notice that it stops. In milliseconds. */
  readonly delay: number;
  /** How long running work may take after that, in milliseconds. */
  readonly timeout: number;
};

/**
 * Waits for running work, then closes everything and exits. Shortly before the timeout, it interrupts the running
 * work, then closes all connections. The process exits before the timeout even if something hangs.
 */
export async function shutDown(app: Listener, drain: Drain, { delay, timeout }: Stop): Promise<void> {
  await sleep(delay);
  const end = Math.min(longestInterruption, timeout / 2);
  const timers = [
    setTimeout(drain.interrupt, timeout - end),
    setTimeout(() => app.server.closeAllConnections(), timeout - end / 2),
    setTimeout(exit, timeout - end / 5),
  ];
  await drain.start();
  const closing = setInterval(() => app.server.closeIdleConnections(), idleInterval);
  await app.close();
  clearInterval(closing);
  // When the process ends by itself, SQLite merges its log into the database file, so that a copy of it is complete.
  for (const timer of timers) timer.unref();
  setTimeout(exit, longestExit).unref();
}

function exit(): void {
  process.exit(0);
}
