import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { t } from '#web/lib/language.ts';
import type { ReadonlyStore } from '#web/lib/store.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { announce } from '#web/ui/announcer.tsx';
import type { Changes, ShownResult } from '#web/version-view/stored-result.ts';

import type { Offer } from './offers.ts';
import type { StoredWork, Work } from './stored-work.ts';

export type BringBackHost = {
  /** Ends a running generation, and shows this result instead. */
  readonly show: (shown: ShownResult | null) => void;
  readonly links: Pick<LinksController, 'selection' | 'deletions' | 'lookUp'>;
};

type PageWork = {
  readonly current: () => Work;
  /** Brings the words of a work into the page. */
  readonly putWords: (work: Work) => void;
  readonly changes: { readonly put: (generation: FinishedGeneration, changes: Changes) => void };
};

type Offers = {
  readonly offer: ReadonlyStore<Offer | null>;
  readonly offerUndo: (next: Offer | null) => void;
};

/** Returns the functions that bring text, ticks and versions back. Each offers what it replaces. */
export function createBringBack(
  { show, links }: BringBackHost,
  { current, putWords, changes }: PageWork,
  { offer, offerUndo }: Offers,
) {
  // Ticks that a slow look-up finds are out of date when others were chosen meanwhile.
  let choice = 0;
  function bring(wanted: Work, kind: BroughtKind): void {
    const replaced = current();
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
    /** Brings back what is offered, or an earlier work that is offered beside it. */
    bringBack(wanted?: Work): void {
      const before = offer.get();
      if (before !== null) bring(wanted ?? before.work, before.kind);
    },
    /** Brings back a result that was kept. Exactly its links are ticked then. */
    bringKept(kept: StoredWork): void {
      if (kept.shown !== null) changes.put(kept.shown.generation, kept.changes);
      bring(kept, 'kept');
    },
  };
}

/** What is brought back: an offer, or a kept result. */
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
  { selection, deletions, lookUp }: BringBackHost['links'],
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

export function hasWords({ content, instructions, shown }: Work): boolean {
  return content.trim() !== '' || instructions.trim() !== '' || shown !== null;
}
