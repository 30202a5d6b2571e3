import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import type { TestDatabase } from '#server/db/test-databases.ts';
import { sharedProgram } from '#server/test-shared.ts';
import type { Quotas } from '#server/config/config.ts';

import { linkOutcomeSchema, type LinkOrder } from './test-link-order.ts';

export type LinkProcess = {
  /** Resolves when the store is open. Rejects with the output when the process ends before. */
  readonly opened: Promise<void>;
  readonly child: ChildProcess;
  /** Resolves with the code of the problem, or with null. */
  order(order: Omit<LinkOrder, 'number'>): Promise<string | null>;
  kill(): Promise<void>;
};

/** Starts another process that opens the same database. */
export async function startLinkProcess(
  settings: TestDatabase['settings'],
  quotas?: Quotas,
): Promise<LinkProcess> {
  const program = await sharedProgram('link-process');
  const child = fork(program, [JSON.stringify({ ...settings, quotas })], { silent: true });
  const ended = once(child, 'exit');
  let printed = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const waiting = new Map<number, (failure: string | null) => void>();
  let orders = 0;
  const opened = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('close', () => reject(new Error(`The process ended: ${printed}`)));
  });
  child.on('message', (message) => {
    const outcome = linkOutcomeSchema.safeParse(message);
    if (outcome.success) waiting.get(outcome.data.number)?.(outcome.data.failure);
  });
  return {
    opened,
    child,
    order: (order) =>
      new Promise((resolve) => {
        orders += 1;
        waiting.set(orders, resolve);
        child.send({ ...order, number: orders });
      }),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
