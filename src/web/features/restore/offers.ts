import { t } from '#web/lib/language.ts';
import { newId } from '#web/lib/new-id.ts';
import { createStore } from '#web/lib/store.ts';
import { createTimer } from '#web/lib/tasks.ts';
import { announce } from '#web/ui/announcer.tsx';

import type { LastWorkHost, PageWork } from './last-work.ts';
import type { StoredWork, Work, WorkStorage } from './stored-work.ts';

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
/** How many earlier works are kept in addition to the one on the page. */
const earlierLimit = 2;

type OffersHost = {
  readonly stored: WorkStorage;
  /** Whether the page has anything that is kept. */
  readonly hasText: () => boolean;
  readonly onWithdraw: () => void;
};

export type LastWorks = ReturnType<typeof createLastWorks>;

/**
 * Holds the works of earlier visits and of other tabs, and what was on the page before another work was brought back,
 * latest first. They stay stored until the user brings them back or deletes them.
 */
export function createLastWorks(left: StoredWork | null, stored: WorkStorage) {
  let works = left === null ? [] : worksOf(left);
  let isOffered = true;
  /** The id of the work on the page. */
  let id = newId();

  /** Returns all works but the one on the page, with what other tabs have written since. */
  function all(): readonly Work[] {
    const now = stored.isOfOther() ? stored.read() : null;
    if (now !== null) works = worksOf(now).filter((work) => work.id !== id);
    return works;
  }

  return {
    all,
    id: () => id,
    /** Returns the works that are stored in addition to the work on the page. */
    besides: (page: Work) =>
      all()
        .filter((work) => !isIn(work, page))
        .slice(0, earlierLimit),
    /** Takes the work that is brought back. The others are offered again in the next visit. */
    settle(brought: Work, kind: BroughtKind): void {
      works = works.filter((work) => !isIn(work, brought));
      isOffered &&= kind !== 'last';
    },
    /** Keeps a work that leaves the page. The next one on the page is another one. */
    keep(replaced: Work): void {
      works = [replaced, ...works.slice(0, earlierLimit)];
      id = newId();
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

function worksOf({ earlier = [], ordered: _ended, ...latest }: StoredWork): readonly Work[] {
  return [latest, ...earlier];
}

/** Returns the functions that bring text, ticks and versions back. Each offers what it replaces. */
export function createBringBack(
  { show, links }: LastWorkHost,
  { page: { current, putWords, changes, writer }, lasts, offers: { offer, offerUndo } }: BringBackParts,
) {
  let keptResult: Work | null = null;
  // Counts the choices of ticks. If the user chooses other ticks during a slow look-up, its result is dropped.
  let choice = 0;
  function bring(wanted: Work, kind: BroughtKind): void {
    writer.write();
    const replaced = current();
    lasts.settle(wanted, kind);
    // What is among the kept results, too, would only take the place of another text.
    if (hasWords(replaced) && (keptResult === null || !isIn(replaced, keptResult))) lasts.keep(replaced);
    if (wanted.shown !== null) changes.put(wanted.shown.generation, wanted.changes);
    show(wanted.shown);
    putWords(wanted);
    choice += 1;
    const chosen = choice;
    void tickAgain(links, wanted.linkIds, kind, () => choice === chosen);
    offerUndo(undoOf(replaced, kind));
    announce(t('Your text is back'));
  }

  return {
    /** Call it when the user changes the ticks in another way. */
    noteTicks: () => void (choice += 1),
    /** Brings back the offered work, or an earlier work that is also offered. */
    bringBack(wanted?: Work): void {
      const before = offer.get();
      if (before !== null) bring(wanted ?? before.work, before.kind);
    },
    /** Brings back a result that was kept. Exactly its links are ticked then. */
    bringKept(kept: StoredWork): void {
      bring(kept, 'kept');
      keptResult = kept;
    },
  };
}

type BringBackParts = {
  readonly page: PageWork;
  readonly lasts: LastWorks;
  readonly offers: ReturnType<typeof createOffers>;
};

type BroughtKind = Offer['kind'] | 'kept';

function isExact(kind: BroughtKind): boolean {
  return kind === 'kept' || kind === 'exchanged';
}

/** Returns the offer of what was replaced; null if nothing was there. */
function undoOf(replaced: Work, kind: BroughtKind): Offer | null {
  if (isExact(kind)) return hasAnything(replaced) ? { kind: 'exchanged', work: replaced } : null;
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
  const deleted = new Set(deletions.get().map(({ id }) => id));
  const missing = ids.filter((id) => !selection.has(id) && !deleted.has(id));
  const mayBeGone = kind === 'last' || kind === 'kept';
  if (!mayBeGone || missing.length === 0) return selection.tickAll(missing);
  const gone = new Set((await lookUp(missing)).gone);
  if (isLatest()) selection.tickAll(missing.filter((id) => !gone.has(id)));
}

/** Returns whether a work has no words and no result that are missing in the other one. */
function isIn({ content, instructions, shown, changes }: Work, other: Work): boolean {
  const isSame = content === other.content && instructions === other.instructions;
  return (
    isSame &&
    (shown === null || JSON.stringify([shown, changes]) === JSON.stringify([other.shown, other.changes]))
  );
}

export function hasAnything(work: Work): boolean {
  return hasWords(work) || work.linkIds.length > 0;
}

export function hasWords({ content, instructions, shown }: Work): boolean {
  return content.trim() !== '' || instructions.trim() !== '' || shown !== null;
}
