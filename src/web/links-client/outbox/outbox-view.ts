import type { Entries } from './outbox-edits.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** A change that the server does not save although it can be reached, and what it says. All others wait behind it. */
export type Failing = { readonly entry: OutboxEntry; readonly message: string };

/** The unsent changes as this tab last read them. */
export type OutboxView = {
  all(): Entries;
  /** All but the hidden ones, and deletions that can be undone. */
  shown(): Entries;
  undoable(): Entries;
  show(entries: Entries): void;
  hide(id: string): void;
  reveal(id: string): void;
  /** The change that the server failed to save at the last try, as long as it is unsent. */
  failing(): Failing | null;
  setFailing(next: Failing | null): void;
  subscribe(listener: () => void): () => void;
};

export function createOutboxView(canUndo: (entry: OutboxEntry) => boolean): OutboxView {
  const listeners = new Set<() => void>();
  const hidden = new Set<string>();
  let all: Entries = [];
  let shown: Entries = [];
  let undoable: Entries = [];
  let failing: Failing | null = null;

  function show(entries: Entries): void {
    all = entries;
    if (!all.some(({ id }) => id === failing?.entry.id)) failing = null;
    undoable = entries.filter(canUndo);
    shown = entries.filter((entry) => !hidden.has(entry.id) && !undoable.includes(entry));
    for (const listener of listeners) listener();
  }

  return {
    all: () => all,
    shown: () => shown,
    undoable: () => undoable,
    show,
    hide: (id) => void hidden.add(id),
    reveal(id) {
      if (hidden.delete(id)) show(all);
    },
    failing: () => failing,
    setFailing(next) {
      if (next === failing) return;
      failing = next;
      show(all);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
