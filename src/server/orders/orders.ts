import { ProblemError } from '#core/errors/problem-messages.ts';
import type { FoundGeneration } from '#contract/generations.ts';
import type { Steps } from '#core/generation/finished-generation.ts';
import type { Drain } from '#server/lib/scheduling.ts';

import { hashKey, readIdempotencyKey } from './idempotency-key.ts';
import {
  checkOrder,
  startGeneration,
  workspaceDeleted,
  type AbandonedGenerations,
  type GenerationOrder,
  type GenerationServices,
} from './run-generation.ts';
import { abandoned, runOrder, type RunningOrder } from './running-order.ts';

type Options = GenerationServices & {
  readonly drain: Drain;
  /** The largest number of generations at a time; null: no limit. */
  readonly runningAtMost: number | null;
  /** How long one generation may take, in milliseconds. */
  readonly longestRun: number;
};

type PlacedOrder = Omit<GenerationOrder, 'stop' | 'abandoned'>;

type VisitorOrder = Omit<PlacedOrder, 'key'> & {
  /** The idempotency key as the visitor sent it; null: the request cannot be repeated. */
  readonly key: string | null;
};

/** The generations of this process. Requests with one idempotency key are at most one paid order, on all servers. */
export type Orders = {
  /**
   * Joins, repeats or starts the generation of this key, or throws. The steps throw later failures. `left` resolves
   * when the visitor leaves. When the last visitor has left, paid work with a key goes on for a while, and other work
   * ends.
   */
  order(order: VisitorOrder, left: Promise<void>): Promise<Steps>;
  /** Returns what has become of the generation of this key. If it runs here without a page, it goes on for longer. */
  find(workspace: string, key: string): Promise<FoundGeneration['state']>;
  /** Ends the generation of this key, on whatever server it runs. A second call changes nothing. */
  stop(workspace: string, key: string): Promise<void>;
  /** Stops all generations of a deleted workspace in this process. Resolves when they have ended. */
  stopAll(workspace: string): Promise<void>;
};

const subscribersAtMost = 10;
const secondsToRetry = 5;

export function createOrders(options: Options): Orders {
  const { orderStore } = options;
  const { joinOrStart, findKey, ofWorkspace } = createRunningOrders(options);
  return {
    async order({ key, ...order }, left) {
      const { workspace, request, queuePlace } = order;
      try {
        const read = key === null ? null : readIdempotencyKey(workspace, key, request);
        const joined = await joinOrStart({ ...order, key: read });
        const steps = joined.subscribe(left);
        await joined.started;
        return steps;
      } finally {
        // A visitor who joins a running order does not wait in the queue.
        queuePlace.giveUp();
      }
    },
    async find(workspace, key) {
      const keyHash = hashKey(workspace, key);
      const known = findKey(keyHash);
      known?.keep();
      if (known !== undefined) return 'running';
      const state = (await orderStore.find({ keyHash, bodyHash: null }))?.state;
      return state === 'running' || state === 'done' || state === 'failed' ? state : 'lost';
    },
    async stop(workspace, key) {
      const keyHash = hashKey(workspace, key);
      const known = findKey(keyHash);
      if (known !== undefined) await endAll([known], abandoned);
      // It may run on another server, where this one only waits for it.
      await orderStore.requestStop(keyHash);
    },
    stopAll: (workspace) => endAll(ofWorkspace(workspace), workspaceDeleted),
  };
}

function createRunningOrders({ drain, runningAtMost, longestRun, ...services }: Options) {
  const { orderStore } = services;
  const running = new Map<RunningOrder, PlacedOrder>();
  const findAll = (isWanted: (order: PlacedOrder) => boolean) =>
    [...running].flatMap(([each, order]) => (isWanted(order) ? [each] : []));
  const findKey = (keyHash: string) => findAll(({ key }) => key?.keyHash === keyHash)[0];
  const ofWorkspace = (id: string) => findAll(({ workspace }) => workspace === id);
  const isFull = () => runningAtMost !== null && running.size >= runningAtMost;

  function start(order: PlacedOrder): RunningOrder {
    if (isFull()) throw serverFull();
    const stop = (reason: ProblemError) => started.stop(reason);
    const leaveDrain = drain.enter(stop);
    const placed = { ...order, stop, abandoned: abandonedOf(() => ofWorkspace(order.workspace)) };
    const started = runOrder((signal) => startGeneration(services, placed, signal), longestRun);
    running.set(started, order);
    void started.ended.finally(() => {
      leaveDrain();
      running.delete(started);
    });
    return started;
  }

  /** Ends abandoned generations until a new order has a place. A known key needs one only for a moment. */
  async function makePlace(order: PlacedOrder): Promise<void> {
    const { key, request, workspace } = order;
    if (!isFull() || drain.isDraining()) return;
    if (key !== null && (await orderStore.find(key)) !== null) return;
    if (services.model !== null && request.writer !== 'built-in')
      await checkOrder(orderStore, { ...order, abandoned: abandonedOf(() => ofWorkspace(workspace)) });
    const all = abandonedOf(() => [...running.keys()]);
    const isKnown = () => key !== null && findKey(key.keyHash) !== undefined;
    while (isFull() && !isKnown() && (await all.endOne()));
  }

  async function joinOrStart(order: PlacedOrder): Promise<RunningOrder> {
    const { key } = order;
    await makePlace(order);
    const known = key === null ? undefined : findKey(key.keyHash);
    if (known === undefined) return start(order);
    if (running.get(known)?.key?.bodyHash !== key?.bodyHash) throw new ProblemError('idempotency-key-reused');
    if (known.subscribers() >= subscribersAtMost) throw serverFull();
    return known;
  }

  return { joinOrStart, findKey, ofWorkspace };
}

/** The oldest generation comes first. */
function abandonedOf(generations: () => readonly RunningOrder[]): AbandonedGenerations {
  const find = () => generations().find((each) => each.isAbandoned());
  return {
    exist: () => find() !== undefined,
    async endOne() {
      const found = find();
      if (found !== undefined) await endAll([found], abandoned);
      return found !== undefined;
    },
  };
}

async function endAll(stopped: readonly RunningOrder[], reason: ProblemError): Promise<void> {
  for (const each of stopped) each.stop(reason);
  await Promise.all(stopped.map(({ ended }) => ended));
}

function serverFull(): ProblemError {
  return new ProblemError('server-full', { retryAfterSeconds: secondsToRetry });
}
