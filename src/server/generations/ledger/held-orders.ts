import { performance } from 'node:perf_hooks';

type Held = {
  /** Until when its lease lasts for certain, by the clock of this process that never jumps. */
  until: number;
  onLost: (() => void) | null;
};

/** The orders that run in this process, and whether it may still go on with them. */
export type HeldOrders = ReturnType<typeof createHeldOrders>;

/** Another server gives an order's money to the next one when its lease has passed: its call must have ended by then. */
export function createHeldOrders(leaseMs: number) {
  const held = new Map<string, Held>();
  const margin = leaseMs / 10;

  function lose(order: Held): void {
    const { onLost } = order;
    order.onLost = null;
    onLost?.();
  }

  return {
    /** `since` is when the lease was asked for: `performance.now()`. */
    add(id: string, since: number, onLost: () => void): void {
      held.set(id, { until: since + leaseMs, onLost });
    },
    has: (id: string) => held.has(id),
    ids: (): readonly string[] => [...held.keys()],
    /** It has ended, and only its settlement is still on its way. */
    end(id: string): void {
      const order = held.get(id);
      if (order !== undefined) order.onLost = null;
    },
    drop: (id: string) => held.delete(id),
    /** Some of those that were asked for have a new lease, the others have none any more. */
    renew(asked: readonly string[], renewed: ReadonlySet<string>, since: number): void {
      for (const id of asked) {
        const order = held.get(id);
        if (order === undefined) continue;
        if (renewed.has(id)) order.until = since + leaseMs;
        else lose(order);
      }
    },
    loseExpired(): void {
      const now = performance.now();
      for (const order of held.values()) if (order.until - margin <= now) lose(order);
    },
  };
}
