import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { onWorkspaceChange } from '#web/lib/events.ts';
import { lastWorkKey } from '#web/lib/storage.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { schedule } from '#web/lib/tasks.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { announce } from '#web/ui/announcer.tsx';
import type { KeptChanges } from '#web/version-view/shown-version.ts';

import { createEarlierGeneration, type EarlierHost } from './earlier-generation.ts';
import {
  createWorkStorage,
  type Changes,
  type ShownResult,
  type Work,
  type WorkStorage,
} from './stored-work.ts';

/** The time for Undo, in milliseconds. */
const undoTime = 8000;
/** Several changes in this time are stored once, in milliseconds. */
const writeDelay = 400;

/**
 * What the visitor may bring back: `last` is from an earlier visit, `cleared` was cleared by Reset, and `replaced` was
 * there before another work was brought back.
 */
export type Offer = { readonly kind: 'last' | 'cleared' | 'replaced'; readonly work: Work };

export type LastWorkHost = {
  readonly state: ReadonlyStore<ShownResult | { readonly phase: 'idle' | 'processing' }>;
  /** Ends a running generation, and shows this result instead. */
  readonly show: (shown: ShownResult | null) => void;
  readonly links: Pick<LinksController, 'selection' | 'deletions' | 'lookUp'>;
  readonly earlier: EarlierHost;
  readonly stored?: WorkStorage;
};

/** Knows what the page shows, and stores it soon after each change. */
function createPageWork({ state, links }: LastWorkHost, stored: WorkStorage) {
  let page = { content: '', setContent: (_content: string): void => {} };

  function current(): Work {
    const now = state.get();
    const shown = now.phase === 'result' || now.phase === 'unfinished' ? now : null;
    return { content: page.content, linkIds: links.selection.get(), shown };
  }

  const writer = createWriter(() => {
    const work = current();
    // An empty page replaces no text.
    if (!hasWords(work)) return false;
    stored.write({ ...work, changes: work.shown === null ? {} : changes.of(work.shown.generation) });
    return true;
  });
  const changes = createKeptChanges(writer.noteChange);

  return {
    current,
    writer,
    changes,
    /** The tab that is left last wins, so that a reload restores the text that was on screen. */
    leave(): void {
      if (stored.isOfOther()) writer.noteChange();
      writer.write();
    },
    setContent: (content: string) => page.setContent(content),
    /** Takes the content of the page, and the function that replaces it. */
    setPage(next: typeof page): void {
      const isNew = next.content !== page.content;
      page = next;
      if (isNew) writer.noteChange();
    },
  };
}

export type LastWork = ReturnType<typeof createLastWork>;

/** Keeps what the visitor works on in this browser, and brings it back. Nothing comes back by itself. */
export function createLastWork(host: LastWorkHost) {
  const { state, show, links, stored = createWorkStorage() } = host;
  const { current, writer, leave, changes, setPage, setContent } = createPageWork(host, stored);
  const last = stored.read();
  if (last !== null && last.shown !== null) changes.put(last.shown.generation, last.changes);
  const earlier = createEarlierGeneration(host.earlier, last);
  const first: Offer | null = last === null ? null : { kind: 'last', work: last };
  const { offer, offerUndo, withdraw } = createOffers(first, earlier.leave);

  function noteReset(): void {
    earlier.end();
    writer.write();
    const [work, before] = [current(), offer.get()];
    const isEmpty = !hasWords(work) && work.linkIds.length === 0;
    if (isEmpty && before !== null && before.kind !== 'last') return;
    offerUndo(isEmpty ? before : { kind: 'cleared', work }, () => {
      if (!hasWords(current())) stored.forgetOwn();
    });
  }

  function bringBack(): void {
    const before = offer.get();
    if (before === null) return;
    const wanted = before.work;
    const replaced = current();
    show(wanted.shown);
    setContent(wanted.content);
    void tickAgain(links, wanted.linkIds, before.kind);
    offerUndo(hasWords(replaced) ? { kind: 'replaced', work: replaced } : null);
    announce('Your text is back');
    if (before.kind === 'last') void earlier.take(() => isAtRest(state.get().phase));
  }

  function forget(): void {
    writer.drop();
    stored.forget();
    withdraw();
  }

  return {
    offer,
    /** What has become of the generation that a reload has left; null if there is none. */
    earlier: earlier.found,
    changes,
    bringBack,
    /** Call it before a Reset. Keeps what is about to be cleared as long as Undo is possible, and then forgets it. */
    noteReset,
    setPage,
    /** Follows the page until it is closed. Call it once. */
    connect(): void {
      state.subscribe(writer.noteChange);
      links.selection.subscribe(() => {
        // The ticks of a deleted workspace go with it. That is no reason to store the text again.
        if (links.selection.get().length > 0) writer.noteChange();
      });
      onWorkspaceChange(forget);
      followWindow(leave, () => offer.get()?.kind === 'last' && withdraw());
    },
  };
}

function followWindow(leave: () => void, noteForgotten: () => void): void {
  window.addEventListener('pagehide', leave);
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === null || (key === lastWorkKey && newValue === null)) noteForgotten();
  });
}

/** Calls `write` soon after a change, until it returns true. */
function createWriter(write: () => boolean) {
  let isChanged = false;
  let cancel = doNothing;

  function writeChange(): void {
    cancel();
    if (isChanged && write()) isChanged = false;
  }

  return {
    noteChange(): void {
      isChanged = true;
      cancel();
      cancel = schedule(writeChange, writeDelay);
    },
    /** Writes what has changed now: the page may end. */
    write: writeChange,
    /** Nothing is written before the next change. */
    drop(): void {
      cancel();
      isChanged = false;
    },
  };
}

/** Holds what may be brought back. `onWithdraw` is called when it may not be any more. */
function createOffers(first: Offer | null, onWithdraw: () => void) {
  const offer = createStore(first);
  let cancel = doNothing;
  return {
    offer,
    /** Offers the work as long as Undo is possible. */
    offerUndo(next: Offer | null, whenOver = () => {}): void {
      cancel();
      offer.set(next);
      cancel = schedule(() => {
        offer.set(null);
        whenOver();
      }, undoTime);
    },
    withdraw(): void {
      cancel();
      onWithdraw();
      offer.set(null);
    },
  };
}

function isAtRest(phase: ReturnType<LastWorkHost['state']['get']>['phase']): boolean {
  return phase === 'idle' || phase === 'unfinished';
}

function hasWords({ content, shown }: Work): boolean {
  return content.trim() !== '' || shown !== null;
}

/** Ticks the links again. After an earlier visit, those that are not ticked may be gone. */
async function tickAgain(
  { selection, deletions, lookUp }: LastWorkHost['links'],
  ids: readonly string[],
  kind: Offer['kind'],
): Promise<void> {
  const deleted = new Set(deletions.get().map(({ id }) => id));
  const missing = ids.filter((id) => !selection.has(id) && !deleted.has(id));
  if (kind !== 'last' || missing.length === 0) return selection.tickAll(missing);
  const gone = new Set((await lookUp(missing)).gone);
  selection.tickAll(missing.filter((id) => !gone.has(id)));
}

/** Keeps the user's changes of each version as long as its generation is in memory. */
function createKeptChanges(onWrite: () => void) {
  const known = new WeakMap<FinishedGeneration, Changes>();
  const of = (generation: FinishedGeneration): Changes => known.get(generation) ?? {};
  const kept: KeptChanges = {
    read: (generation, version) => of(generation)[version] ?? null,
    write(generation, version, { edits, removed }) {
      known.set(generation, {
        ...of(generation),
        [version]: { edits: [...edits], removed: [...removed] },
      });
      onWrite();
    },
  };
  return { ...kept, of, put: (generation: FinishedGeneration, all: Changes) => known.set(generation, all) };
}

function doNothing(): void {}
