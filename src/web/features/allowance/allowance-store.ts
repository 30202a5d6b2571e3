import type { Allowance } from '#contract/allowance.ts';
import type { ReadAllowance } from './allowance-api.ts';

type AllowanceView = {
  /** Null as long as nobody has told. */
  readonly allowance: Allowance | null;
  /** When it was told, in milliseconds since 1970. */
  readonly toldAt: number;
  /** Who writes what the server writes: the built-in writer only where the visitor has chosen it. */
  readonly writer: 'server' | 'built-in';
};

export type AllowanceStore = {
  view(): AllowanceView;
  /** Asks anew. Never throws: without an answer what was known still stands. */
  refresh(): Promise<void>;
  /** Has the built-in writer write until the model opens again, or the model at once. */
  choose(writer: 'server' | 'built-in'): void;
  subscribe(listener: () => void): () => void;
};

type AllowanceHost = {
  readonly read: ReadAllowance;
  readonly now: () => number;
  readonly setTimeout: (task: () => void, milliseconds: number) => unknown;
};

/** The clocks of two machines differ. */
const leeway = 2_000;
/** A clock that is fast, or a server that is away, would have it asked again and again. */
const pause = 60_000;
const longestTimeout = 0x7fffffff;

export function createAllowance({ read, now, setTimeout }: AllowanceHost): AllowanceStore {
  const listeners = new Set<() => void>();
  let view: AllowanceView = { allowance: null, toldAt: 0, writer: 'server' };
  let asked = 0;
  let awaited: number | null = null;

  function show(next: AllowanceView): void {
    view = next;
    for (const listener of listeners) listener();
  }

  function take(allowance: Allowance): void {
    const wasClosed = (view.allowance?.closedBy ?? null) !== null;
    const writer = wasClosed && allowance.closedBy === null ? 'server' : view.writer;
    show({ allowance, toldAt: now(), writer });
  }

  function awaitOpening(reopensAt: number | null): void {
    if (reopensAt === null || reopensAt === awaited) return;
    awaited = reopensAt;
    const rest = reopensAt - now();
    setTimeout(
      () => {
        awaited = null;
        void refresh();
      },
      rest > 0 ? Math.min(longestTimeout, rest + leeway) : pause,
    );
  }

  async function refresh(): Promise<void> {
    asked += 1;
    const own = asked;
    const allowance = await read().catch(() => null);
    // Of two answers the one to the later question is newer.
    if (own !== asked) return;
    if (allowance !== null) take(allowance);
    awaitOpening(view.allowance?.reopensAt ?? null);
  }

  return {
    view: () => view,
    refresh,
    choose: (writer) => show({ ...view, writer }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
