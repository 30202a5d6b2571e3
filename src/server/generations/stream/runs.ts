import { ProblemError } from '#core/errors/problem.ts';
import type { Click } from '#server/generations/ledger/ledger.ts';
import type { Drain } from '#server/observe/drain.ts';

import { startRun } from './run.ts';
import type { Begin, Run } from './run.ts';

export type RunsOptions = {
  readonly drain: Drain;
  /** How many there may be at once; null: any number. */
  readonly runningAtMost: number | null;
  /** How long one may take, in milliseconds. */
  readonly longestRun: number;
};

/** All that is under way in this process. */
export type Runs = {
  /**
   * The run of this click, or a new one. Throws 'server-full', 'server-stopping', and 'idempotency-key-reused' where
   * the key came with another body.
   */
  enter(order: RunOrder, begin: Begin): Run;
  /** Ends all of a workspace. Ends when they have ended. */
  stop(workspace: string, reason: ProblemError): Promise<void>;
  /** Those for which something runs. */
  workspaces(): readonly string[];
};

type RunOrder = { readonly workspace: string; readonly click: Click | null };

/** In milliseconds. A page that is loaded anew may come back within it; a provider is to be let go within a second. */
const patience = 500;
/** Those of one click. */
const listenersAtMost = 10;
const secondsToRetry = 5;

export function createRuns({ drain, runningAtMost, longestRun }: RunsOptions): Runs {
  /** With the workspace of each. */
  const runs = new Map<Run, string>();
  const ofClicks = new Map<string, { readonly run: Run; readonly bodyHash: string }>();

  function start({ workspace, click }: RunOrder, begin: Begin): Run {
    if (runningAtMost !== null && runs.size >= runningAtMost) throw full();
    const leave = drain.enter((reason) => run.stop(reason));
    const run = startRun(begin, { patience: click === null ? 0 : patience, longest: longestRun });
    runs.set(run, workspace);
    if (click !== null) ofClicks.set(click.keyHash, { run, bodyHash: click.bodyHash });
    void forget(run, click, leave);
    return run;
  }

  async function forget(run: Run, click: Click | null, leave: () => void): Promise<void> {
    await run.ended;
    leave();
    runs.delete(run);
    if (click !== null) ofClicks.delete(click.keyHash);
  }

  return {
    enter(order, begin) {
      const { click } = order;
      const known = click === null ? undefined : ofClicks.get(click.keyHash);
      if (known === undefined) return start(order, begin);
      if (known.bodyHash !== click?.bodyHash) throw new ProblemError('idempotency-key-reused');
      if (known.run.listeners() >= listenersAtMost) throw full();
      return known.run;
    },
    async stop(workspace, reason) {
      const stopped = [...runs].flatMap(([run, of]) => (of === workspace ? run : []));
      for (const run of stopped) run.stop(reason);
      await Promise.all(stopped.map(({ ended }) => ended));
    },
    workspaces: () => [...new Set(runs.values())],
  };
}

function full(): ProblemError {
  return new ProblemError('server-full', { retryAfterSeconds: secondsToRetry });
}
