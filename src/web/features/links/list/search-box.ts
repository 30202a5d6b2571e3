import { createStore, type ReadonlyStore } from '#web/lib/store.ts';

import type { Schedule } from '#web/lib/tasks.ts';

/** The text in the search field. The list is searched after a pause in typing. */
export type SearchBox = ReadonlyStore<string> & {
  type(text: string): void;
  /** Searches now. */
  submit(): void;
  clear(): void;
};

export type SearchBoxHost = {
  readonly find: (search: string) => void;
  readonly schedule: Schedule;
};

/** The pause after the last letter before the search, in milliseconds. */
export const searchDelay = 150;

export function createSearchBox({ find, schedule }: SearchBoxHost): SearchBox {
  const { get, set, subscribe } = createStore('');
  let cancel = doNothing;

  function type(text: string): void {
    cancel();
    cancel = schedule(submit, searchDelay);
    set(text);
  }

  function submit(): void {
    cancel();
    find(get().trim());
  }

  return {
    get,
    subscribe,
    type,
    submit,
    clear() {
      type('');
      submit();
    },
  };
}

function doNothing(): void {}
