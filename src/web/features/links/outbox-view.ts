import type { Entries } from './outbox-edits.ts';

/** The unsent changes as this tab last read them. */
export type OutboxView = {
  all(): Entries;
  /** All but the hidden ones. */
  shown(): Entries;
  show(entries: Entries): void;
  hide(id: string): void;
  reveal(id: string): void;
  subscribe(listener: () => void): () => void;
};

export function createOutboxView(): OutboxView {
  const listeners = new Set<() => void>();
  const hidden = new Set<string>();
  let all: Entries = [];
  let shown: Entries = [];

  function show(entries: Entries): void {
    all = entries;
    shown = entries.filter(({ id }) => !hidden.has(id));
    for (const listener of listeners) listener();
  }

  return {
    all: () => all,
    shown: () => shown,
    show,
    hide: (id) => void hidden.add(id),
    reveal(id) {
      if (hidden.delete(id)) show(all);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
