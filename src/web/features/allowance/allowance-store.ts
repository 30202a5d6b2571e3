import { type Allowance, allowanceSchema } from '#contract/allowance.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { sendForJson } from '#web/api/send.ts';

type AllowanceView = {
  /** Null until the server has answered. */
  readonly allowance: Allowance | null;
  /** When the server answered, in milliseconds since 1970. */
  readonly readAt: number;
  /** The writer on the server: the built-in writer only if the visitor has chosen it. */
  readonly writer: 'server' | 'built-in';
};

export type AllowanceStore = ReadonlyStore<AllowanceView> & {
  /** Asks the server again. Never rejects: without an answer the view stays. */
  refresh(): Promise<void>;
  /** The built-in writer then writes until the model is open again; the server's model writes at once. */
  choose(writer: 'server' | 'built-in'): void;
};

type AllowanceStoreOptions = {
  readonly read: ReadAllowance;
  readonly now: () => number;
  readonly setTimeout: (task: () => void, milliseconds: number) => unknown;
};

/** In milliseconds. The clocks of two machines differ. */
const clockTolerance = 2_000;
/** In milliseconds. A fast clock or an unreachable server would else cause many requests. */
const retryDelay = 60_000;
const longestTimeout = 0x7fffffff;

export function createAllowanceStore({ read, now, setTimeout }: AllowanceStoreOptions): AllowanceStore {
  const { get, set, subscribe } = createStore<AllowanceView>({
    allowance: null,
    readAt: 0,
    writer: 'server',
  });
  let requests = 0;
  let awaited: number | null = null;

  function take(allowance: Allowance): void {
    const { allowance: before, writer } = get();
    const hasOpened = (before?.closedBy ?? null) !== null && allowance.closedBy === null;
    set({ allowance, readAt: now(), writer: hasOpened ? 'server' : writer });
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
      rest > 0 ? Math.min(longestTimeout, rest + clockTolerance) : retryDelay,
    );
  }

  async function refresh(): Promise<void> {
    requests += 1;
    const own = requests;
    const allowance = await read().catch(() => null);
    // A later request has the newer answer.
    if (own !== requests) return;
    if (allowance !== null) take(allowance);
    awaitOpening(get().allowance?.reopensAt ?? null);
  }

  return { get, subscribe, refresh, choose: (writer) => set({ ...get(), writer }) };
}

/** Reads how much the visitor may still generate today. */
export type ReadAllowance = () => Promise<Allowance>;

export function createAllowanceApi(): ReadAllowance {
  return () =>
    sendForJson({ method: 'GET', path: '/api/allowance', fallback: 'unexpected' }, allowanceSchema);
}
