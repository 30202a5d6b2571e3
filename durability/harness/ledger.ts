import type { Link } from '#core/links/link.ts';

import { revisionOf } from './numbered-link.ts';

/** The revision that is saved; null: the link is not there. */
type State = number | null;

type Entry = {
  id: string | null;
  /** What may be found: one state when it was acknowledged, two while a write has not been answered. */
  states: readonly State[];
};

export type LiveLink = { readonly number: number; readonly id: string; readonly revision: number };

/** What the writers were told about each link, to be compared with what a restarted server has. */
export type Ledger = {
  acknowledged(): number;
  send(number: number, state: State): void;
  acknowledge(number: number, state: State, id?: string | null): void;
  /** Links that are surely there and that no write is under way for. */
  live(): LiveLink[];
  /** Each contradiction as a sentence. What was uncertain is certain from then on: seen once, it may not change again. */
  compare(links: readonly Link[]): string[];
};

export function createLedger(): Ledger {
  const entries = new Map<number, Entry>();
  let acknowledged = 0;
  const entryOf = (number: number) => entries.get(number) ?? { id: null, states: [null] };

  return {
    acknowledged: () => acknowledged,
    send(number, state) {
      const entry = entryOf(number);
      entries.set(number, { ...entry, states: [...entry.states, state] });
    },
    acknowledge(number, state, id = entryOf(number).id) {
      acknowledged += 1;
      entries.set(number, { id, states: [state] });
    },
    live: () =>
      [...entries].flatMap(
        ([
          number,
          {
            id,
            states: [revision = null, ...others],
          },
        ]) => (id === null || revision === null || others.length > 0 ? [] : { number, id, revision }),
      ),
    compare(links) {
      const faults: string[] = [];
      const found = new Map<number, { id: string; revision: number }>();
      for (const link of links) {
        const known = revisionOf(link);
        if (known === null) faults.push(`This link is not whole: ${JSON.stringify(link)}`);
        else if (found.has(known.number)) faults.push(`Link ${known.number} is there twice.`);
        else if (!entries.has(known.number)) faults.push(`Link ${known.number} was never sent.`);
        else found.set(known.number, { id: link.id, revision: known.revision });
      }
      for (const [number, { states }] of entries) {
        const { id, revision } = found.get(number) ?? { id: null, revision: null };
        if (!states.includes(revision))
          faults.push(`Link ${number} is ${told(revision)} and should be ${states.map(told).join(' or ')}.`);
        entries.set(number, { id, states: [revision] });
      }
      return faults;
    },
  };
}

function told(state: State): string {
  return state === null ? 'absent' : `at revision ${state}`;
}
