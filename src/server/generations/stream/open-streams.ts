import { ProblemError } from '#core/errors/problem.ts';
import type { HashedKey } from '#server/generations/ledger/ledger.ts';
import type { Drain } from '#server/observe/drain.ts';

import { startStream, type GenerationStream, type StartWork } from './generation-stream.ts';

export type OpenStreamsOptions = {
  readonly drain: Drain;
  /** The largest number of streams at a time; null: no limit. */
  readonly runningAtMost: number | null;
  /** How long one generation may take, in milliseconds. */
  readonly longestRun: number;
};

/** All generations that are under way in this process. */
export type OpenStreams = {
  /**
   * Returns the open stream of this idempotency key, or a new one. Throws 'server-full', 'server-stopping', and
   * 'idempotency-key-reused' when the key came with another body.
   */
  enter(order: StreamOrder, start: StartWork): GenerationStream;
  /** Stops all streams of a workspace. Resolves when they have ended. */
  stop(workspace: string, reason: ProblemError): Promise<void>;
  /** Returns the workspaces that have an open stream. */
  workspaces(): readonly string[];
};

type StreamOrder = { readonly workspace: string; readonly key: HashedKey | null };

/** In milliseconds. A page that is reloaded may come back in this time. A provider must be released within a second. */
const reloadTime = 500;
const listenersAtMost = 10;
const secondsToRetry = 5;

export function createOpenStreams(options: OpenStreamsOptions): OpenStreams {
  const { drain, runningAtMost, longestRun: longest } = options;
  /** Each stream with its workspace. */
  const streams = new Map<GenerationStream, string>();
  const byKey = new Map<string, { readonly stream: GenerationStream; readonly bodyHash: string }>();

  function open({ workspace, key }: StreamOrder, start: StartWork): GenerationStream {
    if (runningAtMost !== null && streams.size >= runningAtMost) throw serverFull();
    const leaveDrain = drain.enter((reason) => stream.stop(reason));
    const stream = startStream(start, { withoutListeners: key === null ? 0 : reloadTime, longest });
    streams.set(stream, workspace);
    if (key !== null) byKey.set(key.keyHash, { stream, bodyHash: key.bodyHash });
    void stream.ended.finally(() => {
      leaveDrain();
      streams.delete(stream);
      if (key !== null) byKey.delete(key.keyHash);
    });
    return stream;
  }

  return {
    enter(order, start) {
      const { key } = order;
      const known = key === null ? undefined : byKey.get(key.keyHash);
      if (known === undefined) return open(order, start);
      if (known.bodyHash !== key?.bodyHash) throw new ProblemError('idempotency-key-reused');
      if (known.stream.listeners() >= listenersAtMost) throw serverFull();
      return known.stream;
    },
    async stop(workspace, reason) {
      const stopped = [...streams].flatMap(([stream, of]) => (of === workspace ? stream : []));
      for (const stream of stopped) stream.stop(reason);
      await Promise.all(stopped.map(({ ended }) => ended));
    },
    workspaces: () => [...new Set(streams.values())],
  };
}

function serverFull(): ProblemError {
  return new ProblemError('server-full', { retryAfterSeconds: secondsToRetry });
}
