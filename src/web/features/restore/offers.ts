import { createStore } from '#web/lib/store.ts';
import { createTimer } from '#web/lib/tasks.ts';

import type { KeptWork, StoredWork, Work, WorkStorage } from './stored-work.ts';

/**
 * What the visitor may bring back: `last` is from an earlier visit, `cleared` was cleared by Reset, `replaced` was there
 * before another work was brought back, and `exchanged` was there before a kept result was.
 */
export type Offer = {
  readonly kind: 'last' | 'cleared' | 'replaced' | 'exchanged';
  readonly work: Work;
  /** The works of the visits before the last one, latest first. */
  readonly earlier?: readonly Work[];
};

/** The time for Undo, in milliseconds. */
const undoTime = 8000;
/** How many works of earlier visits are kept beside the one on the page. */
const earlierLimit = 2;

type OffersHost = {
  readonly stored: WorkStorage;
  /** Whether the page has anything that is kept. */
  readonly hasText: () => boolean;
  readonly onWithdraw: () => void;
};

export type LastWorks = ReturnType<typeof createLastWorks>;

/** Holds what earlier visits left, latest first. It stays stored until the user brings it back or deletes it. */
export function createLastWorks(left: StoredWork | null) {
  let works = left === null ? [] : worksOf(left);
  let isOffered = true;
  return {
    all: () => works,
    /** Returns what is stored beside the work on the page. */
    besides: ({ content }: Work) => works.filter((work) => work.content !== content).slice(0, earlierLimit),
    /** The others are offered again in the next visit. */
    settle(brought: Work | undefined): void {
      const others = works.filter((work) => work !== brought);
      isOffered &&= others.length === works.length;
      works = others;
    },
    clear: () => void (works = []),
    offer(): Offer | null {
      const [work, ...earlier] = isOffered ? works : [];
      return work === undefined ? null : { kind: 'last', work, earlier };
    },
  };
}

/** Holds what may be brought back. */
export function createOffers(lasts: LastWorks, { stored, hasText, onWithdraw }: OffersHost) {
  const lastOffer = lasts.offer;
  const offer = createStore(lastOffer());
  const timer = createTimer();

  function end(): void {
    offer.set(lastOffer());
    if (hasText()) return;
    const [latest, ...earlier] = lasts.all();
    if (latest === undefined) stored.forgetOwn();
    else stored.write({ ...latest, earlier });
  }

  return {
    offer,
    /** Offers the work as long as Undo is possible. */
    offerUndo(next: Offer | null): void {
      timer.stop();
      offer.set(next ?? lastOffer());
      if (next !== null) timer.start(end, undoTime);
    },
    withdraw(): void {
      timer.stop();
      lasts.clear();
      offer.set(null);
      onWithdraw();
    },
  };
}

function worksOf({ earlier = [], ordered: _ended, ...latest }: StoredWork): readonly KeptWork[] {
  return [latest, ...earlier];
}
