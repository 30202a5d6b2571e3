import type { Link } from '#core/links/link.ts';

import { revisionOf } from './numbered-link.ts';

/** The saved revision, or null if the link is not there. */
type State = number | null;

type Entry = {
  id: string | null;
  /** The allowed states: one after an acknowledgement, two or more while a write has no answer. */
  states: readonly State[];
};

export type LiveLink = { readonly number: number; readonly id: string; readonly revision: number };

/** Records the acknowledged and pending writes of each link, and compares them with the links after a restart. */
export type Ledger = {
  acknowledged(): number;
  send(number: number, state: State): void;
  acknowledge(number: number, state: State, id?: string | null): void;
  /** Returns the links that certainly exist and have no pending write. */
  live(): LiveLink[];
  /** Returns each contradiction as a sentence. Then expects each link in its observed state. */
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
