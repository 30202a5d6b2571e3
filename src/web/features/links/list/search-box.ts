import type { Schedule } from '#web/links-client/list/schedule.ts';

/** What is typed into the search field, and what of it the list has been asked for. */
export type SearchBox = {
  text(): string;
  type(text: string): void;
  /** Asks now what would be asked in a moment. */
  submit(): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
};

export type SearchBoxHost = {
  readonly find: (search: string) => void;
  readonly schedule: Schedule;
};

/** Between the last letter and the search, in milliseconds: a fast typist's letters are one search. */
export const searchDelay = 150;

export function createSearchBox({ find, schedule }: SearchBoxHost): SearchBox {
  const listeners = new Set<() => void>();
  let typed = '';
  let callOff = nothing;

  function type(text: string): void {
    typed = text;
    callOff();
    callOff = schedule(submit, searchDelay);
    for (const listener of listeners) listener();
  }

  function submit(): void {
    callOff();
    find(typed.trim());
  }

  return {
    text: () => typed,
    type,
    submit,
    clear() {
      type('');
      submit();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function nothing(): void {}
