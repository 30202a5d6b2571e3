import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import { versionNames, type VersionName } from '#core/edits/version.ts';
import type { Edit } from '#core/edits/edit.ts';

import { canAdd, canPlace, type EditHistory } from './edit-history.ts';
import { bareText, type Passages } from './passages.ts';

/** Returns the ids of the chosen links in an edit. */
export function linksIn({ text }: Edit, { links }: Pick<FinishedGeneration, 'links'>): string[] {
  const left = [...links];
  const urls = left.map(({ url }) => url);
  return readMarkup(text, urls).flatMap((segment) => {
    const at = segment.type === 'link' ? left.findIndex(({ url }) => url === segment.url) : -1;
    return left.splice(at, at < 0 ? 0 : 1).map(({ id }) => id);
  });
}

/** Another wording of an edit: from a version, or from weaving a link again. */
export type Wording = {
  readonly from: VersionName | 'again';
  readonly edit: Edit;
  /** Its text without what joins it to the text around it. */
  readonly words: string;
};

/** Returns the other wordings with the same links, each once. Those of the edit's own version come first. */
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
  const seen = new Set([bareText(edit.text)]);
  return known.flatMap((wording) => {
    const words = bareText(wording.edit.text);
    if (seen.has(words) || linksOf(wording.edit) !== links) return [];
    seen.add(words);
    return [{ ...wording, words }];
  });
}

/**
 * Returns the edit that replaces `edit` by another wording. An added sentence takes the place of the edit. A wording that
 * replaces a sentence of the author can only be at that sentence. If `edit` had replaced one, that sentence comes back,
 * and the addition goes to its own place. Returns null if no place is free, or if the version may not replace words.
 */
export function replacementFor(
  edit: Edit,
  wording: Edit,
  history: EditHistory,
  passages: Passages,
): Edit | null {
  const others = history.now.edits.filter((other) => other !== edit);
  const named = { ...wording, id: edit.id };
  if (!passages.isAddition(named)) return canPlace(history, others, named) ? named : null;
  const there = passages.isAddition(edit) ? passages.inPlaceOf(edit, named) : null;
  return there ?? nearestFree(named, others, history, passages);
}

/** Returns the addition at its own place, or else at the nearest free passage; null if none is free. */
export function nearestFree(
  edit: Edit,
  others: readonly Edit[],
  history: EditHistory,
  passages: Passages,
): Edit | null {
  if (canPlace(history, others, edit)) return edit;
  const distance = (offset: number) => Math.abs(offset - edit.start);
  const [first] = passages
    .fitFor(edit)
    .filter(({ offset }) => canAdd(history, others, offset))
    .toSorted((a, b) => distance(a.offset) - distance(b.offset));
  return first === undefined ? null : passages.set(edit, first);
}
