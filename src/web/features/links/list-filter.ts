import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { createTimer } from '#web/lib/tasks.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';

/** Which links are shown if not all: those that are ticked, or those that need a decision. */
export type ListFilter = 'selected' | 'undecided' | null;

export type FilterProps = {
  readonly controller: LinksController;
  readonly filter: ListFilter;
  readonly onFilter: (filter: ListFilter) => void;
};

/** The pause after the last letter before the search, in milliseconds. */
export const searchDelay = 150;

/** The text in the search field. The list is searched after a pause in typing. */
export type SearchBox = ReadonlyStore<string> & {
  type(text: string): void;
  /** Searches at once. */
  submit(): void;
  clear(): void;
};

export function createSearchBox(find: (search: string) => void): SearchBox {
  const { get, set, subscribe } = createStore('');
  const timer = createTimer();

  function type(text: string): void {
    timer.start(submit, searchDelay);
    set(text);
  }

  function submit(): void {
    timer.stop();
    find(get().trim());
  }

  function clear(): void {
    type('');
    submit();
  }

  return { get, subscribe, type, submit, clear };
}
