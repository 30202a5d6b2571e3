import type { AcceptedRelink } from '#core/edits/edit.ts';
import type { OrderedRequest } from '#web/api/idempotency-key.ts';
import { onWorkspaceChange } from '#web/lib/events.ts';
import { t } from '#web/lib/language.ts';
import { newId } from '#web/lib/new-id.ts';
import { createStore, type ReadonlyStore, type Store } from '#web/lib/store.ts';
import { createTimer } from '#web/lib/tasks.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { ShownResult } from '#web/version-view/stored-result.ts';

import {
  createResumableGeneration,
  type ResumableGeneration,
  type ResumeHost,
} from './resumable-generation.ts';
import { hasAnything, hasWords, orderIn, type KeptWork, type ResultRecords, type Work } from './work.ts';
import type { WorkStore } from './work-store.ts';

/** Several changes in this time are stored once, in milliseconds. */
const saveDelay = 400;
/** How long Undo is possible, in milliseconds. */
const undoTime = 8000;

export type PageState =
  | ShownResult
  | { readonly phase: 'idle' | 'stopped' }
  | { readonly phase: 'processing'; readonly order: OrderedRequest };

type ClearedPage = OrderedRequest & { readonly state: PageState };

/** The content on the page, and the function that replaces it. */
type PageContent = { readonly content: string; readonly setContent: (content: string) => void };

export type PageWorkHost = ResumeHost & {
  readonly store: WorkStore;
  readonly results: ResultRecords;
  readonly state: ReadonlyStore<PageState>;
  readonly instructions: Store<string>;
  /** The relinks that the user accepted. */
  readonly relinks: Store<readonly AcceptedRelink[]>;
  readonly links: Pick<LinksController, 'selection' | 'lookUp'> & {
    readonly deletions: Pick<LinksController['deletions'], 'get'>;
  };
  /** Ends a running generation, and shows this result instead. */
  readonly show: (shown: ShownResult | null) => void;
};

/** What the visitor may bring back with one click. */
export type Offer = {
  /**
   * What has happened to the works, as long as it can be undone: Reset cleared one, an earlier work replaced one, a kept
   * result was exchanged for one, or relinks took the place of a result. Null: they are from earlier visits, and from
   * other tabs.
   */
  readonly undoes: 'cleared' | 'replaced' | 'exchanged' | 'relinked' | null;
  /** The latest first. */
  readonly works: readonly Work[];
};

export type PageWork = {
  /** What may be brought back now; null if nothing. */
  readonly offer: ReadonlyStore<Offer | null>;
  /** What has become of the generation that a reload has left; null if there is none. */
  readonly found: ResumableGeneration['found'];
  setContent(page: PageContent): void;
  /** Stores a changed version at once, because the next generation may take its place. */
  recordChange(): void;
  /** Offers Undo for a page that Reset is about to clear, and removes the work when Undo is not possible any more. */
  clear(page: ClearedPage): void;
  /** Replaces what is on the page by an offered work or a kept result, and offers Undo. */
  bringBack(work: Work): void;
  /** Shows the content with relinks. If a result was shown, offers Undo. */
  showRelinked(shown: ShownResult): void;
  /** Follows the page until it is closed. Call it once. */
  connect(): void;
};

/** Stores in this browser what the visitor works on, and brings it back when the visitor wishes it. */
export function createPageWork(host: PageWorkHost): PageWork {
  const { store, state, instructions, relinks, links } = host;
  const record = createPageRecord(host);
  const offers = createOffers((work) => void store.remove(work));
  const generation = createResumableGeneration(host);
  const { bringBack, clear, showRelinked } = createActions(host, { record, offers, generation });

  async function offerEarlier(): Promise<void> {
    const works = await store.readLast();
    offers.setEarlier(works);
    const ordered = orderOf(works[0]);
    if (ordered !== null) generation.follow(ordered);
  }

  async function forgetRemoved(): Promise<void> {
    const works = await store.readLast();
    const ids = new Set(works.map(({ id }) => id));
    offers.setEarlier(offers.earlier().filter(({ id }) => ids.has(id)));
    // All data was deleted, so a tab that is closed does not store its text again.
    if (works.length === 0 && !record.isPending()) record.forget();
  }

  return {
    offer: offers.offer,
    found: generation.found,
    setContent: record.setContent,
    recordChange: record.recordAtOnce,
    clear,
    bringBack,
    showRelinked,
    connect() {
      for (const changing of [state, instructions, relinks]) changing.subscribe(record.recordChange);
      links.selection.subscribe(() => {
        // The ticks of a deleted workspace disappear. That is no reason to store the text again.
        if (links.selection.get().length > 0) record.recordChange();
      });
      void offerEarlier();
      onWorkspaceChange((change) => {
        record.forget();
        offers.clear();
        generation.leave();
        void store.clearLast();
        // When another workspace is opened, the text stays on the screen, so it is stored.
        if (change === 'opened') record.recordChange();
      });
      store.onRemoved(() => void forgetRemoved());
      followWindow(record.saveNow, () => void forgetRemoved());
    },
  };
}

type Parts = {
  readonly record: PageRecord;
  readonly offers: Offers;
  readonly generation: ResumableGeneration;
};

function createActions(host: PageWorkHost, { record, offers, generation }: Parts) {
  const { store, results, state, links } = host;
  /** The kept result that was brought back last. */
  let keptOnPage: KeptWork | null = null;
  let ticking = new AbortController();

  /** Stores the work that leaves the page, if it has words. Returns it. */
  function leaveWork(): Work {
    const work = record.current();
    // A kept result that was only looked at would take the place of a text.
    if (keptOnPage !== null && isUnchanged(work, keptOnPage)) void store.remove(work);
    else if (hasWords(work)) void store.leave(work);
    return work;
  }

  return {
    clear(page: ClearedPage): void {
      const work = record.workOf(page);
      generation.end();
      ticking.abort();
      record.begin(null);
      if (!hasAnything(work)) return;
      if (hasWords(work)) void store.leave(work);
      offers.setUndo({ undoes: 'cleared', works: [work] });
    },
    bringBack(work: Work): void {
      const { kind, shown, changes } = work;
      const isExact = kind === 'kept' || offers.offer.get()?.undoes === 'exchanged';
      const isLatest = work === offers.earlier()[0];
      const replaced = leaveWork();
      keptOnPage = kind === 'kept' && shown !== null ? { ...work, kind, shown } : null;
      if (shown !== null) results.set(shown.generation, { changes, keptId: keptIdOf(work) });
      host.show(shown);
      record.begin(work);
      ticking.abort();
      ticking = new AbortController();
      void tickAgain(links, work.linkIds, isExact, ticking.signal);
      const isUndoable = isExact ? hasAnything(replaced) : hasWords(replaced);
      offers.setUndo(
        isUndoable ? { undoes: isExact ? 'exchanged' : 'replaced', works: [replaced] } : null,
        work,
      );
      host.announce(t('Your text is back'));
      if (!isLatest) return generation.leave();
      void generation.resume(() => isAtRest(state.get()) && record.current().content === work.content);
    },
    showRelinked(shown: ShownResult): void {
      const replaced = record.current();
      if (replaced.shown === null) return host.show(shown);
      leaveWork();
      keptOnPage = null;
      record.begin(null);
      host.show(shown);
      offers.setUndo({ undoes: 'relinked', works: [replaced] });
    },
  };
}

function followWindow(onLeave: () => void, onReturn: () => void): void {
  window.addEventListener('pagehide', onLeave);
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') onLeave();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // A page from the back/forward cache has missed the messages of other tabs.
    if (persisted) onReturn();
  });
}

/** The work on the page, and its record in the store. */
type PageRecord = {
  /** Returns the work of a page, under the id of the record. */
  workOf(page: ClearedPage): Work;
  current(): Work;
  setContent(page: PageContent): void;
  /** Stores the page soon. */
  recordChange(): void;
  recordAtOnce(): void;
  /** Whether a change will be stored soon. */
  isPending(): boolean;
  /** Stores the page when it is left. The tab that was left last is the first one that is offered. */
  saveNow(): void;
  /** Begins another record. If it continues a work, the words of that come onto the page. */
  begin(continued: Work | null): void;
  /** Stores nothing before the next change. */
  forget(): void;
};

function createPageRecord(host: PageWorkHost): PageRecord {
  const { state, instructions, relinks, store } = host;
  let page: PageContent = { content: '', setContent() {} };
  let id = newId();
  // A reload first cuts the connection, but the generation goes on.
  let ordered: OrderedRequest | undefined;
  let continues: Work['continues'];
  let isForgotten = false;
  const timer = createTimer();

  const record = () => ({ kind: 'last', id, at: Date.now(), ordered, continues }) as const;
  const workOf = (cleared: ClearedPage): Work => ({ ...record(), ...shownOn(cleared, host.results) });
  const current = () => workOf(pageOf(page.content, host));

  /** Passes the work on. An empty page replaces no text. */
  function save(to: (work: Work) => unknown): void {
    const work = current();
    if (hasWords(work)) to(work);
  }

  function recordChange(delay = saveDelay): void {
    const now = state.get();
    if (now.phase === 'processing') ordered = orderIn(now.order);
    else if (now.phase === 'result') ordered = undefined;
    isForgotten = false;
    timer.start(() => save(store.save), delay);
  }

  return {
    workOf,
    current,
    recordChange,
    recordAtOnce: () => recordChange(0),
    isPending: timer.isWaiting,
    saveNow: () => void (isForgotten || save(store.saveNow)),
    setContent(next) {
      if (next.content !== page.content) recordChange();
      page = next;
    },
    begin(work) {
      timer.stop();
      isForgotten = false;
      id = newId();
      ordered = work?.ordered;
      continues = work?.kind === 'last' ? { id: work.id, at: work.at } : undefined;
      if (work === null) return;
      void store.save({ ...work, kind: 'last', id, at: Date.now(), keptId: keptIdOf(work), continues });
      page.setContent(work.content);
      // The page is drawn a moment later.
      page = { ...page, content: work.content };
      instructions.set(work.instructions);
      relinks.set(work.relinks);
    },
    forget() {
      timer.stop();
      isForgotten = true;
    },
  };
}

function pageOf(content: string, { links, instructions, relinks, state }: PageWorkHost): ClearedPage {
  return {
    content,
    linkIds: links.selection.get(),
    instructions: instructions.get(),
    relinks: relinks.get(),
    state: state.get(),
  };
}

/** Returns the fields of a work that the page shows. */
function shownOn({ state, content, linkIds, instructions, relinks }: ClearedPage, results: ResultRecords) {
  const shown = 'generation' in state ? state : null;
  const { changes, keptId } = shown === null ? { changes: {} } : results.of(shown.generation);
  return { content, linkIds, instructions, relinks, shown, changes, keptId };
}

/** What may be brought back: what can be undone for a while, and then the works of earlier visits. */
type Offers = {
  readonly offer: ReadonlyStore<Offer | null>;
  earlier(): readonly Work[];
  setEarlier(works: readonly Work[]): void;
  /** Ends an earlier Undo. @param accepted The work that was brought back. The other earlier ones come next visit. */
  setUndo(undo: Offer | null, accepted?: Work): void;
  /** Offers nothing any more, and forgets nothing. */
  clear(): void;
};

/** @param forget Called with a cleared work when it cannot be brought back any more. */
function createOffers(forget: (work: Work) => void): Offers {
  const offer = createStore<Offer | null>(null);
  const timer = createTimer();
  let earlier: readonly Work[] = [];
  let undo: Offer | null = null;

  function show(next: Offer | null): void {
    timer.stop();
    undo = next;
    offer.set(next ?? (earlier.length === 0 ? null : { undoes: null, works: earlier }));
  }

  function setUndo(next: Offer | null, accepted?: Work): void {
    if (undo?.undoes === 'cleared') undo.works.filter((work) => work !== accepted).forEach(forget);
    if (accepted !== undefined && earlier.includes(accepted)) earlier = [];
    show(next);
    if (next !== null) timer.start(() => setUndo(null), undoTime);
  }

  return {
    offer,
    setUndo,
    earlier: () => earlier,
    setEarlier(works) {
      earlier = works;
      if (undo === null) show(null);
    },
    clear() {
      earlier = [];
      show(null);
    },
  };
}

/** Ticks the links again, except deleted ones. `isExact`: no others stay ticked. */
async function tickAgain(
  { selection, deletions, lookUp }: PageWorkHost['links'],
  ids: readonly string[],
  isExact: boolean,
  signal: AbortSignal,
): Promise<void> {
  const wanted = new Set(ids);
  if (isExact) selection.untick(selection.get().filter((id) => !wanted.has(id)));
  const deleted = new Set(deletions.get().map(({ id }) => id));
  const missing = ids.filter((id) => !selection.has(id) && !deleted.has(id));
  if (missing.length === 0) return;
  const gone = new Set((await lookUp(missing)).gone);
  if (!signal.aborted) selection.tickAll(missing.filter((id) => !gone.has(id)));
}

/** Returns whether a work is still the kept result. */
function isUnchanged({ content, instructions, shown, changes }: Work, kept: KeptWork): boolean {
  return (
    content === kept.content &&
    instructions === kept.instructions &&
    shown === kept.shown &&
    changes === kept.changes
  );
}

function keptIdOf({ kind, id, keptId }: Work): string | undefined {
  return kind === 'kept' ? id : keptId;
}

/** Returns the order of the generation that may still run, or may have ended without the page; or null. */
function orderOf(last: Work | undefined): OrderedRequest | null {
  return last === undefined || last.shown?.phase === 'result' ? null : orderIn(last.ordered ?? last);
}

function isAtRest({ phase }: PageState): boolean {
  return phase === 'idle' || phase === 'unfinished' || phase === 'stopped';
}
