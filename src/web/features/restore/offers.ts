import { t } from '#web/lib/language.ts';
import { createStore } from '#web/lib/store.ts';
import { createTimer } from '#web/lib/tasks.ts';
import { announce } from '#web/ui/announcer.tsx';

import type { createEarlierGeneration } from './earlier-generation.ts';
import type { LastWorkHost, PageWork } from './last-work.ts';
import type { KeptWork, StoredWork, Work, WorkStorage } from './stored-work.ts';

/**
 * What the visitor may bring back: `last` is from an earlier visit, `cleared` was cleared by Reset, `replaced` was
 * there before another work was brought back, and `exchanged` was there before a kept result was.
 */
export type Offer = {
  readonly kind: 'last' | 'cleared' | 'replaced' | 'exchanged';
  readonly work: Work;
  /** The works of the visits before the last one, latest first. */
  readonly earlier?: readonly Work[];
};

/** In milliseconds. */
const undoTime = 8000;
/** How many works of earlier visits are kept in addition to the one on the page. */
const earlierLimit = 2;

type OffersHost = {
  /** What earlier visits left. */
  readonly left: StoredWork | null;
  readonly stored: WorkStorage;
  /** Whether the page has anything that is kept. */
  readonly hasText: () => boolean;
  readonly onWithdraw: () => void;
};

export type Offers = ReturnType<typeof createOffers>;

/** Holds what may be brought back. What earlier visits left stays stored until it is brought back or deleted. */
export function createOffers({ left, stored, hasText, onWithdraw }: OffersHost) {
  /** The works of earlier visits, latest first. */
  let lasts = left === null ? [] : worksOf(left);
  let isLastOffered = true;
  const offer = createStore(lastOffer());
  const timer = createTimer();

  function lastOffer(): Offer | null {
    const [work, ...earlier] = isLastOffered ? lasts : [];
    return work === undefined ? null : { kind: 'last', work, earlier };
  }

  function end(): void {
    offer.set(lastOffer());
    if (hasText()) return;
    const [latest, ...earlier] = lasts;
    if (latest === undefined) stored.forgetOwn();
    else stored.write({ ...latest, earlier });
  }

  return {
    offer,
    lasts: () => lasts,
    /** Returns the works that are stored in addition to the work on the page. */
    besides: ({ content }: Work) => lasts.filter((work) => work.content !== content).slice(0, earlierLimit),
    /** Takes the work that was brought back. The others are offered again in the next visit. */
    settle(brought: Work): void {
      const others = lasts.filter((work) => work !== brought);
      isLastOffered &&= others.length === lasts.length;
      lasts = others;
    },
    /** Offers the work as long as Undo is possible. */
    offerUndo(next: Offer | null): void {
      timer.stop();
      offer.set(next ?? lastOffer());
      if (next !== null) timer.start(end, undoTime);
    },
    withdraw(): void {
      timer.stop();
      lasts = [];
      offer.set(null);
      onWithdraw();
    },
  };
}

function worksOf({ earlier = [], ordered: _ended, ...latest }: StoredWork): readonly KeptWork[] {
  return [latest, ...earlier];
}

/** Returns the functions that bring text, ticks and versions back. Each offers what it replaces. */
export function createBringBack(
  { show, links, state }: LastWorkHost,
  { current, putWords, changes }: PageWork,
  offers: Offers,
  earlier: ReturnType<typeof createEarlierGeneration>,
) {
  const [last] = offers.lasts();
  // Counts the choices of ticks. If the user chooses other ticks during a slow look-up, its result is dropped.
  let choice = 0;
  function bring(wanted: Work, kind: BroughtKind): void {
    const replaced = current();
    show(wanted.shown);
    putWords(wanted);
    choice += 1;
    const chosen = choice;
    void tickAgain(links, wanted.linkIds, kind, () => choice === chosen);
    offers.offerUndo(undoOf(replaced, kind));
    announce(t('Your text is back'));
  }

  return {
    /** Call it when the user changes the ticks in another way. */
    noteTicks: () => void (choice += 1),
    /** Brings back the offered work, or an earlier work that is also offered. */
    bringBack(wanted?: Work): void {
      const offered = offers.offer.get();
      if (offered === null) return;
      const work = wanted ?? offered.work;
      // Both texts are expected, because the field gets the text a moment later.
      const expected = new Set([current().content, last?.content]);
      const mayResume = () =>
        ['idle', 'unfinished'].includes(state.get().phase) && expected.has(current().content);
      offers.settle(work);
      bring(work, offered.kind);
      if (work === last) void earlier.take(mayResume);
    },
    /** Brings back a result that was kept. Exactly its links are ticked then. */
    bringKept(kept: StoredWork): void {
      earlier.leave();
      if (kept.shown !== null) changes.put(kept.shown.generation, kept.changes);
      bring(kept, 'kept');
    },
  };
}

type BroughtKind = Offer['kind'] | 'kept';

function isExact(kind: BroughtKind): boolean {
  return kind === 'kept' || kind === 'exchanged';
}

/** Returns the offer of what was replaced; null if nothing was there. */
function undoOf(replaced: Work, kind: BroughtKind): Offer | null {
  if (isExact(kind))
    return hasWords(replaced) || replaced.linkIds.length > 0 ? { kind: 'exchanged', work: replaced } : null;
  return hasWords(replaced) ? { kind: 'replaced', work: replaced } : null;
}

/** Ticks the links again. After an earlier visit, links that are not ticked now may have been deleted. */
async function tickAgain(
  { selection, deletions, lookUp }: LastWorkHost['links'],
  ids: readonly string[],
  kind: BroughtKind,
  isLatest: () => boolean,
): Promise<void> {
  const wanted = new Set(ids);
  if (isExact(kind)) selection.untick(selection.get().filter((id) => !wanted.has(id)));
  const missing = ids.filter((id) => !selection.has(id) && !deletions.has(id));
  const mayBeGone = kind === 'last' || kind === 'kept';
  if (!mayBeGone || missing.length === 0) return selection.tickAll(missing);
  const gone = new Set((await lookUp(missing)).gone);
  if (isLatest()) selection.tickAll(missing.filter((id) => !gone.has(id)));
}

export function hasWords({ content, instructions, shown }: Work): boolean {
  return content.trim() !== '' || instructions.trim() !== '' || shown !== null;
}
