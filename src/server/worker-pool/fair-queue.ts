import { ProblemError } from '#core/errors/problem.ts';
import { serverBusy } from '#server/server-busy.ts';

/** The names for whom work is done, such as an address and a workspace. Each name has its own limits. */
export type Owner = readonly string[];

type Place = {
  /**
   * Resolves when the work may begin. Throws 'server-busy' when too much work waits or the turn does not come in time,
   * and the signal's reason when it aborts.
   */
  turn(signal: AbortSignal): Promise<void>;
  /** Gives the place up when no turn was asked for. */
  giveUp(): void;
  /** Gives the place up when the work has ended or never begins. A second call changes nothing. */
  leave(): void;
};

export type FairQueue = {
  /** Takes a place. Throws 'rate-limited' when the owner has too many, and 'server-busy' when too much work waits. */
  enter(owner: Owner): Place;
};

type QueueOptions = {
  /** How many pieces of work run at a time. */
  readonly atOnce: number;
  /** How many places one name may have, with the one that runs. */
  readonly placesEach?: number;
  /** How many pieces of work may wait for their turn. */
  readonly waitingAtMost?: number;
  /** How long work waits for its turn at most, in milliseconds. */
  readonly longestWait?: number;
};

type Waiting = { readonly owner: Owner; readonly begin: () => void };

const secondsToRetry = 5;

/**
 * Lets work begin in turns. An owner never has two turns at a time, and the owner whose last turn is longest ago comes
 * first. So an owner with much work does not keep others waiting.
 */
export function createFairQueue(options: QueueOptions): FairQueue {
  const { atOnce, placesEach = 8, waitingAtMost = 64, longestWait = 30_000 } = options;
  const owners = createOwners();
  const schedule = createSchedule({ atOnce, longestWait }, owners);

  function requireRoom(): void {
    if (schedule.waiting() >= waitingAtMost) throw serverBusy();
  }

  return {
    enter(owner) {
      requireRoom();
      if (owners.most(owner) >= placesEach)
        throw new ProblemError('rate-limited', { retryAfterSeconds: secondsToRetry });
      owners.enter(owner);
      let state: 'held' | 'waiting' | 'running' | 'left' = 'held';
      function leave(): void {
        if (state === 'left') return;
        const hasBegun = state === 'running';
        state = 'left';
        owners.leave(owner);
        if (hasBegun) schedule.end(owner);
      }
      return {
        leave,
        giveUp() {
          if (state === 'held') leave();
        },
        async turn(signal) {
          signal.throwIfAborted();
          requireRoom();
          state = 'waiting';
          await schedule.wait(owner, signal);
          state = 'running';
        },
      };
    },
  };
}

type ScheduleOptions = { readonly atOnce: number; readonly longestWait: number };

function createSchedule({ atOnce, longestWait }: ScheduleOptions, owners: ReturnType<typeof createOwners>) {
  const waiting = new Set<Waiting>();
  let running = 0;

  function beginMore(): void {
    while (running < atOnce) {
      const free = [...waiting].filter(({ owner }) => !owners.isBusy(owner));
      const [first] = free.toSorted((a, b) => owners.lastTurn(a.owner) - owners.lastTurn(b.owner));
      if (first === undefined) return;
      running += 1;
      owners.begin(first.owner);
      first.begin();
    }
  }

  return {
    waiting: () => waiting.size,
    /** Resolves when the turn has come. Throws 'server-busy' when it does not come in time. */
    wait(owner: Owner, signal: AbortSignal): Promise<void> {
      return new Promise((resolve, reject) => {
        const entry: Waiting = {
          owner,
          begin() {
            settle();
            resolve();
          },
        };
        const timer = setTimeout(() => giveUp(serverBusy()), longestWait).unref();
        const leave = () => giveUp(signal.reason);
        function settle(): void {
          clearTimeout(timer);
          signal.removeEventListener('abort', leave);
          waiting.delete(entry);
        }
        function giveUp(reason: unknown): void {
          settle();
          reject(reason);
        }
        signal.addEventListener('abort', leave, { once: true });
        waiting.add(entry);
        beginMore();
      });
    },
    end(owner: Owner): void {
      running -= 1;
      owners.end(owner);
      beginMore();
    },
  };
}

/** Counts the places and turns of each name. */
function createOwners() {
  const places = new Map<string, number>();
  const lastTurns = new Map<string, number>();
  const busy = new Set<string>();
  let turns = 0;
  return {
    isBusy: (owner: Owner) => owner.some((name) => busy.has(name)),
    lastTurn: (owner: Owner) => Math.max(...owner.map((name) => lastTurns.get(name) ?? 0)),
    most: (owner: Owner) => Math.max(...owner.map((name) => places.get(name) ?? 0)),
    enter(owner: Owner): void {
      for (const name of owner) places.set(name, (places.get(name) ?? 0) + 1);
    },
    leave(owner: Owner): void {
      for (const name of owner) {
        const left = (places.get(name) ?? 1) - 1;
        if (left > 0) places.set(name, left);
        else {
          places.delete(name);
          lastTurns.delete(name);
        }
      }
    },
    begin(owner: Owner): void {
      turns += 1;
      for (const name of owner) {
        busy.add(name);
        lastTurns.set(name, turns);
      }
    },
    end(owner: Owner): void {
      for (const name of owner) busy.delete(name);
    },
  };
}
