import type { FinishedGeneration } from '#core/generation/generation.ts';
import { versionNames } from '#core/edits/version.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';

import { linksIn } from './edit-links.ts';
import { wordsOf } from './passages.ts';
import type { Passages } from './passages.ts';
import { isOpen, mayStand } from './weave-state.ts';
import type { WeaveState } from './weave-state.ts';

/** Another way to weave what an edit weaves: a version's, or one that came when it was woven again. */
export type Wording = {
  readonly from: VersionName | 'again';
  readonly edit: Edit;
  /** What it reads, without what joins it to the text around it. */
  readonly words: string;
};

/** Other wordings with the very same links, each once: of this version as it was written, of the others, woven again. */
export function otherWordings(
  edit: Edit,
  generation: FinishedGeneration,
  version: VersionName,
  again: readonly Edit[],
): Wording[] {
  const linksOf = (known: Edit) => linksIn(known, generation).toSorted().join(' ');
  const links = linksOf(edit);
  if (links === '') return [];
  const names = [version, ...versionNames.filter((name) => name !== version)];
  const known = [
    ...names.flatMap((from) => generation.edits[from].map((other) => ({ from, edit: other }))),
    ...again.map((other) => ({ from: 'again' as const, edit: other })),
  ];
  const seen = new Set([wordsOf(edit.text)]);
  return known.flatMap((wording) => {
    const words = wordsOf(wording.edit.text);
    if (seen.has(words) || linksOf(wording.edit) !== links) return [];
    seen.add(words);
    return [{ ...wording, words }];
  });
}

/**
 * What takes the edit's place when another wording is chosen. One sentence more stands where the edit does; a wording
 * made of the author's own sentence can only stand at that sentence. Where the edit was made of one, that sentence is
 * the author's again, and the addition stands where it was written for. Null where that place is taken, or where
 * nothing of the author's may change.
 */
export function inStead(edit: Edit, wording: Edit, state: WeaveState, passages: Passages): Edit | null {
  const others = state.now.edits.filter((other) => other !== edit);
  const named = { ...wording, id: edit.id };
  if (!passages.isAddition(named)) return mayStand(state, others, named) ? named : null;
  const there = passages.isAddition(edit) ? passages.inPlaceOf(edit, named) : null;
  return there ?? nearest(named, others, state, passages);
}

/** The addition where it is, or at the nearest passage that is free; null where none is. */
export function nearest(
  edit: Edit,
  others: readonly Edit[],
  state: WeaveState,
  passages: Passages,
): Edit | null {
  if (mayStand(state, others, edit)) return edit;
  const distance = (offset: number) => Math.abs(offset - edit.start);
  const free = passages
    .fitFor(edit)
    .filter(({ offset }) => isOpen(state, others, offset))
    .toSorted((a, b) => distance(a.offset) - distance(b.offset));
  return free[0] === undefined ? null : passages.set(edit, free[0]);
}
