import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { versionNames } from '#core/weave/version.ts';
import type { VersionName } from '#core/weave/version.ts';
import type { Edit } from '#core/weave/edit.ts';

import { additionIn, groupsOf, linksIn, textOf } from './edit-groups.ts';
import { wordsOf } from './passages.ts';
import type { Passages } from './passages.ts';
import { mayStand } from './weave-state.ts';
import type { EditGroup, WeaveState } from './weave-state.ts';

/** Another way to weave what a group weaves: a version's, or one that came when it was woven again. */
export type Wording = {
  readonly from: VersionName | 'again';
  readonly group: EditGroup;
  /** What it reads, without what joins it to the text around it. */
  readonly words: string;
};

/** Other wordings with the very same links, each once: of this version as it was written, of the others, woven again. */
export function otherWordings(
  group: EditGroup,
  generation: FinishedGeneration,
  version: VersionName,
  again: readonly EditGroup[],
): Wording[] {
  const linksOf = (known: EditGroup) => linksIn(known, generation).toSorted().join(' ');
  const wordsIn = (known: EditGroup) => wordsOf(textOf(known, generation));
  const links = linksOf(group);
  if (links === '') return [];
  const names = [version, ...versionNames.filter((name) => name !== version)];
  const known = [
    ...names.flatMap((from) => groupsOf(generation.edits[from]).map((other) => ({ from, group: other }))),
    ...again.map((other) => ({ from: 'again' as const, group: other })),
  ];
  const seen = new Set([wordsIn(group)]);
  return known.flatMap((wording) => {
    const words = wordsIn(wording.group);
    if (seen.has(words) || linksOf(wording.group) !== links) return [];
    seen.add(words);
    return [{ ...wording, words }];
  });
}

/**
 * What takes the group's place when another wording is chosen. One sentence more stands where the group does; a wording
 * made of the author's own sentence can only stand at that sentence. Where the group was made of one, that sentence is
 * the author's again, and the addition stands where it was written for. Null where that place is taken, or where
 * nothing of the author's may change.
 */
export function inStead(
  group: EditGroup,
  wording: EditGroup,
  state: WeaveState,
  passages: Passages,
): EditGroup | null {
  const others = state.now.edits.filter((edit) => !group.includes(edit));
  const named = renamed(wording, group, others);
  const [here, addition] = [additionIn(group), additionIn(named)];
  if (addition === null) return named.every((edit) => mayStand(state, others, edit)) ? named : null;
  const there = here === null ? null : passages.inPlaceOf(here, addition);
  if (there !== null) return [there];
  const placed = nearest(addition, others, state, passages);
  return placed === null ? null : [placed];
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
    .filter(({ offset }) => mayStand(state, others, { start: offset, end: offset }))
    .toSorted((a, b) => distance(a.offset) - distance(b.offset));
  return free[0] === undefined ? null : passages.set(edit, free[0]);
}

/** The edits under ids that none of the others has, those of the group first. */
export function renamed(wording: EditGroup, group: EditGroup, others: readonly Edit[]): Edit[] {
  const taken = new Set(others.map(({ id }) => id));
  return wording.map((edit, index) => {
    let id = group[index]?.id ?? `${group[0]?.id ?? ''}+${index}`;
    while (taken.has(id)) id += '+';
    taken.add(id);
    return { ...edit, id };
  });
}
