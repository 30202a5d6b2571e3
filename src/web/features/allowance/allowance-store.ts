import { allowanceSchema, type Allowance } from '#contract/visitor.ts';
import { sendForJson } from '#web/api/send.ts';
import { createStore } from '#web/lib/store.ts';

type AllowanceView = {
  /** Null until the server has answered. */
  readonly allowance: Allowance | null;
  /** When the server answered, in milliseconds since 1970. */
  readonly readAt: number;
  /** The writer on the server. It is the built-in writer only if the visitor has chosen that one. */
  readonly writer: 'server' | 'built-in';
};

/** In milliseconds. The clocks of two machines differ. */
const clockTolerance = 2_000;
/** In milliseconds. A fast clock or an unreachable server would else cause many requests. */
const retryDelay = 60_000;
const longestTimeout = 0x7fffffff;

export type AllowanceStore = ReturnType<typeof createAllowanceStore>;

/** Holds how much the visitor may still generate today. */
export function createAllowanceStore(read: () => Promise<Allowance> = readAllowance) {
  const { get, set, subscribe } = createStore<AllowanceView>({
    allowance: null,
    readAt: 0,
    writer: 'server',
  });
  let requests = 0;
  let awaited: number | null = null;

  function awaitOpening(reopensAt: number | null): void {
    if (reopensAt === null || reopensAt === awaited) return;
    awaited = reopensAt;
    const rest = reopensAt - Date.now();
    const ask = () => {
      awaited = null;
      void refresh();
    };
    setTimeout(ask, rest > 0 ? Math.min(longestTimeout, rest + clockTolerance) : retryDelay);
  }

  /** Asks the server again. Never rejects: without an answer the view stays. */
  async function refresh(): Promise<void> {
    requests += 1;
    const own = requests;
    const allowance = await read().catch(() => null);
    // A later request has the newer answer.
    if (own !== requests) return;
    const { allowance: before, writer } = get();
    const wasClosed = before !== null && before.closedBy !== null;
    if (allowance !== null)
      set({
        allowance,
        readAt: Date.now(),
        writer: wasClosed && allowance.closedBy === null ? 'server' : writer,
      });
    awaitOpening((allowance ?? before)?.reopensAt ?? null);
  }

  return {
    get,
    subscribe,
    refresh,
    /** Chooses the writer. The built-in writer then writes until a closed model is available again. */
    choose: (writer: AllowanceView['writer']) => set({ ...get(), writer }),
  };
}

function readAllowance(): Promise<Allowance> {
  return sendForJson({ method: 'GET', path: '/api/allowance', fallback: 'unexpected' }, allowanceSchema);
}
