import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { OrderedRequest } from '#web/api/idempotency-key.ts';
import { onWorkspaceChange } from '#web/lib/events.ts';
import { lastWorkKey } from '#web/lib/kept-work.ts';
import type { ReadonlyStore, Store } from '#web/lib/store.ts';
import { createTimer } from '#web/lib/tasks.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { KeptChanges } from '#web/version-view/shown-version.ts';
import type { Changes, ShownResult } from '#web/version-view/stored-result.ts';

import { createEarlierGeneration, type EarlierHost } from './earlier-generation.ts';
import {
  createBringBack,
  createLastWorks,
  createOffers,
  hasAnything,
  hasWords,
  type LastWorks,
} from './offers.ts';
import type { ClearedPage, PageState, StoredWork, Work, WorkStorage } from './stored-work.ts';

/** Several changes in this time are stored once, in milliseconds. */
const writeDelay = 400;

export type LastWorkHost = {
  /** Ends a running generation, and shows this result instead. */
  readonly show: (shown: ShownResult | null) => void;
  readonly links: Pick<LinksController, 'selection' | 'lookUp'> & {
    readonly deletions: Pick<LinksController['deletions'], 'get'>;
  };
  readonly state: ReadonlyStore<PageState>;
  /** Pages that Reset is about to clear, the latest one last. They are taken from here. */
  readonly cleared: Store<readonly ClearedPage[]>;
  readonly instructions: Store<string>;
  readonly earlier: EarlierHost;
  readonly stored: WorkStorage;
};

export type PageWork = ReturnType<typeof createPageWork>;

/** Knows what the page shows and what is stored, and stores the page soon after each change. */
function createPageWork({ state, links, instructions, stored }: LastWorkHost, lasts: LastWorks) {
  let page = { content: '', setContent: (_content: string): void => {} };
  // The order that may still run. A reload first cuts the connection, but the generation goes on, so the order is kept.
  let ordered: OrderedRequest | undefined;
  state.subscribe(() => {
    const now = state.get();
    if (now.phase === 'processing') ordered = orderIn(now.order);
    else if (now.phase === 'result') ordered = undefined;
  });

  function workOf({ state: now, content, linkIds, instructions: wishes }: ClearedPage): Work {
    const shown = now.phase === 'result' || now.phase === 'unfinished' ? now : null;
    const kept = shown === null ? {} : changes.of(shown.generation);
    return { content, linkIds, instructions: wishes, shown, changes: kept, id: lasts.id() };
  }

  function current(): Work {
    return workOf({
      content: page.content,
      linkIds: links.selection.get(),
      instructions: instructions.get(),
      state: state.get(),
    });
  }

  const writer = createWriter(() => {
    const work = current();
    // An empty page replaces no text.
    if (!hasWords(work)) return false;
    stored.write({ ...work, ordered, earlier: lasts.besides(work) });
    return true;
  });
  const changes = createKeptChanges(writer.noteChange);

  return {
    workOf,
    current,
    hasText: () => hasWords(current()),
    writer,
    changes,
    putWords(work: Work): void {
      page.setContent(work.content);
      instructions.set(work.instructions);
    },
    /**
     * Writes the page again when the tab is left: the tab that was left last is restored. A browser may not show yet what
     * another tab has written a moment before.
     */
    leave(): void {
      if (stored.isAny()) writer.noteChange();
      writer.write();
    },
    /** Takes the content of the page, and the function that replaces it. */
    setPage(next: typeof page): void {
      const isNew = next.content !== page.content;
      page = next;
      if (isNew) writer.noteChange();
    },
  };
}

export type LastWork = ReturnType<typeof createLastWork>;

/** Keeps in this browser what the visitor works on, and brings it back when the visitor asks for it. */
export function createLastWork(host: LastWorkHost) {
  const { state, stored, cleared } = host;
  const left = stored.read();
  const lasts = createLastWorks(left, stored);
  const [last] = lasts.all();
  const page = createPageWork(host, lasts);
  const { current, writer, leave, changes, setPage } = page;
  const earlier = createEarlierGeneration(host.earlier, orderOf(left));
  const offers = createOffers(lasts, { stored, hasText: page.hasText, onWithdraw: earlier.leave });
  const { offer, withdraw } = offers;
  const { bringBack, bringKept, noteTicks } = createBringBack(host, { page, lasts, offers });

  /** Keeps what a Reset clears as long as Undo is possible, and then forgets it. */
  function noteReset(): void {
    if (cleared.get().length === 0) return;
    const work = cleared.get().map(page.workOf).findLast(hasAnything);
    cleared.set([]);
    earlier.end();
    writer.write();
    noteTicks();
    if (work !== undefined) offers.offerUndo({ kind: 'cleared', work });
  }

  function bringOffered(wanted = offer.get()?.work): void {
    // Both texts are expected, because the field gets the text a moment later.
    const expected = new Set([current().content, last?.content]);
    const mayResume = () => isAtRest(state.get()) && expected.has(current().content);
    bringBack(wanted);
    if (wanted === last) void earlier.take(mayResume);
  }

  return {
    offer,
    /** What has become of the generation that a reload has left; null if there is none. */
    earlier: earlier.found,
    changes,
    bringBack: bringOffered,
    bringKept(kept: StoredWork): void {
      earlier.leave();
      bringKept(kept);
    },
    setPage,
    /** Follows the page until it is closed. Call it once. */
    connect(): void {
      followPage(host, writer.noteChange);
      cleared.subscribe(noteReset);
      // Reset may have been pressed before this code was loaded.
      noteReset();
      onWorkspaceChange((change) => {
        writer.drop();
        stored.forget();
        withdraw();
        // When another workspace is opened, the text stays on the screen, so it is kept.
        if (change === 'opened') writer.noteChange();
      });
      followWindow(leave, stored, () => (offer.get()?.kind === 'last' ? withdraw() : lasts.clear()));
    },
  };
}

/** Calls `noteChange` when something changes that is kept. */
function followPage(
  { state, instructions, links: { selection } }: LastWorkHost,
  noteChange: () => void,
): void {
  for (const store of [state, instructions]) store.subscribe(noteChange);
  selection.subscribe(() => {
    // The ticks of a deleted workspace disappear. That is no reason to store the text again.
    if (selection.get().length > 0) noteChange();
  });
}

function followWindow(leave: () => void, { isGone }: WorkStorage, noteForgotten: () => void): void {
  window.addEventListener('pagehide', leave);
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === null || (key === lastWorkKey && newValue === null)) noteForgotten();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // A page from the back/forward cache has missed the events of other tabs.
    if (persisted && isGone()) noteForgotten();
  });
}

/** Calls `write` soon after a change. If `write` returns false, calls it again at the next change. */
function createWriter(write: () => boolean) {
  let isChanged = false;
  const timer = createTimer();

  function writeChange(): void {
    timer.stop();
    if (isChanged && write()) isChanged = false;
  }

  return {
    noteChange(): void {
      isChanged = true;
      timer.start(writeChange, writeDelay);
    },
    /** Writes the changes now, because the page may be closed. */
    write: writeChange,
    /** Drops the pending write. Nothing is written before the next change. */
    drop(): void {
      timer.stop();
      isChanged = false;
    },
  };
}

/** Returns the stored fields of an order. */
function orderIn({ content, linkIds, instructions }: OrderedRequest): OrderedRequest {
  return { content, linkIds, instructions };
}

/**
 * Returns the order of the generation that may still run, or may have ended without the page; null if there is none.
 */
function orderOf(last: StoredWork | null): OrderedRequest | null {
  return last === null || last.shown?.phase === 'result' ? null : (last.ordered ?? last);
}

function isAtRest({ phase }: PageState): boolean {
  return phase === 'idle' || phase === 'unfinished';
}

/** Keeps the user's changes of each version as long as its generation is in memory. */
function createKeptChanges(onWrite: () => void) {
  const known = new WeakMap<FinishedGeneration, Changes>();
  const of = (generation: FinishedGeneration): Changes => known.get(generation) ?? {};
  const kept: KeptChanges = {
    read: (generation, version) => of(generation)[version] ?? null,
    write(generation, version, now) {
      known.set(generation, { ...of(generation), [version]: now });
      onWrite();
    },
  };
  return { ...kept, of, put: (generation: FinishedGeneration, all: Changes) => known.set(generation, all) };
}
