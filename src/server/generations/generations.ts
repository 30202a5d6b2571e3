import { setTimeout as sleep } from 'node:timers/promises';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { Drain } from '#server/lib/scheduling.ts';
import type { WorkspaceStore } from '#server/workspaces/workspace-store.ts';

import { hashKey, readIdempotencyKey } from './repeated-generations.ts';
import type { Ledger } from '#server/generations/ledger/ledger.ts';
import { abandoned, startStream, type GenerationStream } from './stream.ts';
import {
  checkOrder,
  startGeneration,
  type GenerationOrder,
  type GenerationServices,
  type Room,
} from './write-generation.ts';

type Options = GenerationServices & {
  readonly drain: Drain;
  /** The largest number of generations at a time; null: no limit. */
  readonly runningAtMost: number | null;
  /** How long one generation may take, in milliseconds. */
  readonly longestRun: number;
};

type VisitorOrder = Omit<StreamOrder, 'key'> & {
  /** The idempotency key as the visitor sent it; null: the request cannot be repeated. */
  readonly key: string | null;
};

type StreamOrder = Omit<GenerationOrder, 'stop' | 'room'>;
type Running = Pick<StreamOrder, 'workspace' | 'key'> & {
  readonly stream: GenerationStream;
  /** Whether the generation continues for a while after its page has left. */
  readonly isKept: boolean;
};

/** How long an order waits for other servers to make room, in milliseconds. */
const roomTimeout = 4000;
const roomLooks = 250;
/** How often a server looks for what others ask of it, in milliseconds. */
const lookEvery = 1000;
const listenersAtMost = 10;
const secondsToRetry = 5;
const deleted = 'The generation was ended, because all of your data was deleted.';

export type Generations = ReturnType<typeof createGenerations>;

/** Orders and stops the generations of this process. Requests with one idempotency key are at most one paid order. */
export function createGenerations(options: Options) {
  const { ledger } = options;
  const { running, enter, find } = createStreams(options);

  return {
    /**
     * Joins, repeats or starts the generation of this key, or throws. The steps throw later failures. `left` resolves
     * when the listener leaves. When the last listener has left, paid work with a key goes on for a while, and other
     * work ends.
     */
    async order({ key, ...order }: VisitorOrder, left: Promise<void>) {
      const { workspace, request, queuePlace } = order;
      try {
        const read = key === null ? null : readIdempotencyKey(workspace, key, request);
        const stream = await enter({ ...order, key: read });
        const steps = stream.listen(left);
        await stream.started;
        return steps;
      } finally {
        // A visitor who joins an open stream does not wait in the queue.
        queuePlace.giveUp();
      }
    },
    /** Returns what has become of the generation of this key. If it runs without a page, it goes on for longer. */
    async find(workspace: string, key: string) {
      const keyHash = hashKey(workspace, key);
      const known = find(keyHash);
      if (known !== undefined) {
        known.stream.keep();
        return 'running';
      }
      const outcome = await ledger.look({ keyHash, bodyHash: null });
      const state = outcome === 'running' ? outcome : outcome?.state;
      if (state === 'running') await ledger.ask(keyHash, 'looked-at');
      return state === 'running' || state === 'done' || state === 'failed' ? state : 'lost';
    },
    /** Ends the generation of this key, on whatever server it runs. A second call changes nothing. */
    async end(workspace: string, key: string): Promise<void> {
      const keyHash = hashKey(workspace, key);
      const known = find(keyHash);
      if (known !== undefined) await endAll([known.stream], abandoned);
      await ledger.ask(keyHash, 'asked-to-end');
    },
    /** Stops all generations of a deleted workspace in this process. Resolves when they have ended. */
    stop: (workspace: string) => endAllOf(workspace, running),
    /**
     * Once a second, does what other servers ask, and stops generations of workspaces that another server has deleted.
     * Returns a function that ends this.
     */
    followOthers({ living }: WorkspaceStore): () => void {
      const look = () => {
        // A failure of the database does not mean that a workspace was deleted.
        endDeleted(living, ledger, running).catch(() => undefined);
        followAsked(ledger, running).catch(() => undefined);
      };
      const timer = setInterval(look, lookEvery).unref();
      return () => clearInterval(timer);
    },
  };
}

function endAllOf(workspace: string, running: ReadonlySet<Running>): Promise<void> {
  const stopped = [...running].flatMap((each) => (each.workspace === workspace ? each.stream : []));
  return endAll(stopped, new ProblemError('workspace-deleted', { detail: deleted }));
}

async function endAll(streams: readonly GenerationStream[], reason: ProblemError): Promise<void> {
  for (const stream of streams) stream.stop(reason);
  await Promise.all(streams.map(({ ended }) => ended));
}

async function endDeleted(
  living: WorkspaceStore['living'],
  ledger: Ledger,
  running: ReadonlySet<Running>,
): Promise<void> {
  // A visitor without a workspace has nothing to delete.
  const ids = [...new Set([...running].map(({ workspace }) => workspace))].filter((id) => id !== '');
  if (ids.length === 0) return;
  const existing = await living(ids);
  for (const id of ids) {
    if (existing.has(id)) continue;
    await endAllOf(id, running);
    await ledger.forget(id);
  }
}

async function followAsked(ledger: Ledger, running: ReadonlySet<Running>): Promise<void> {
  const keys = [...running].flatMap(({ isKept, key }) => (isKept && key !== null ? key.keyHash : []));
  const kept: string[] = [];
  for (const { keyHash, asked } of await ledger.takeAsked(keys)) {
    const stream = findIn(running, keyHash)?.stream;
    if (asked === 'looked-at') stream?.keep();
    else if (asked === 'read-elsewhere') stream?.keepForReader();
    else if (asked === 'asked-to-end' || stream?.isAbandoned() === true) stream?.stop(abandoned);
    else kept.push(keyHash);
  }
  await ledger.keepPlaces(kept);
}

function createStreams({ drain, runningAtMost, longestRun, ...services }: Options) {
  const running = new Set<Running>();
  const find = (keyHash: string) => findIn(running, keyHash);
  const isFull = () => runningAtMost !== null && running.size >= runningAtMost;

  const isPaid = ({ request }: StreamOrder) => services.model !== null && request.writer !== 'built-in';
  const findAbandoned = () => [...running].filter(({ stream }) => stream.isAbandoned());
  const roomOf = ({ workspace }: StreamOrder) => createRoom(services.ledger, workspace, findAbandoned);

  function open(order: StreamOrder): GenerationStream {
    if (isFull()) throw serverFull();
    const { workspace, key } = order;
    const stop = (reason: ProblemError) => stream.stop(reason);
    const leaveDrain = drain.enter(stop);
    const start = (signal: AbortSignal) =>
      startGeneration(services, { ...order, stop, room: roomOf(order) }, signal);
    const stream = startStream(start, longestRun);
    const entry = { stream, workspace, key, isKept: key !== null && isPaid(order) };
    running.add(entry);
    void stream.ended.finally(() => {
      leaveDrain();
      running.delete(entry);
    });
    return stream;
  }

  /** Returns the open stream of the idempotency key, or a new one. */
  async function enter(order: StreamOrder): Promise<GenerationStream> {
    const { key } = order;
    const isKnown = () => key !== null && find(key.keyHash) !== undefined;
    // A new generation may end one whose page has left. A stored outcome needs room only for a moment.
    const isNew =
      isFull() && !drain.isDraining() && (key === null || (await services.ledger.look(key)) === null);
    if (isNew && isPaid(order)) await checkOrder(services.ledger, order, roomOf(order));
    for (let isMade = isNew; isMade && isFull() && !isKnown();) isMade = await endFirst(findAbandoned());
    const known = key === null ? undefined : find(key.keyHash);
    if (known === undefined) return open(order);
    if (known.key?.bodyHash !== key?.bodyHash) throw new ProblemError('idempotency-key-reused');
    if (known.stream.listeners() >= listenersAtMost) throw serverFull();
    return known.stream;
  }

  return { running, enter, find };
}

function findIn(running: ReadonlySet<Running>, keyHash: string): Running | undefined {
  return [...running].find(({ key }) => key?.keyHash === keyHash);
}

async function endFirst([first]: readonly Running[]): Promise<boolean> {
  if (first !== undefined) await endAll([first.stream], abandoned);
  return first !== undefined;
}

/** `findAbandoned` returns the abandoned generations of this process, the oldest first. */
function createRoom(ledger: Ledger, workspace: string, findAbandoned: () => readonly Running[]): Room {
  const findOwn = () => findAbandoned().find((each) => each.workspace === workspace);
  const asked = new Set<string>();
  let until: number | null = null;
  return {
    canBeMade: async () => findOwn() !== undefined || (await ledger.findPlace(workspace, asked)) !== null,
    async make() {
      const own = findOwn();
      if (own !== undefined) return endFirst([own]);
      const id = await ledger.findPlace(workspace, asked);
      if (id === null && until === null) return false;
      if (id !== null && !asked.has(id)) {
        asked.add(id);
        await ledger.askForPlace(id);
      }
      until ??= performance.now() + roomTimeout;
      await sleep(roomLooks, undefined, { ref: false });
      return performance.now() < until;
    },
  };
}

function serverFull(): ProblemError {
  return new ProblemError('server-full', { retryAfterSeconds: secondsToRetry });
}
