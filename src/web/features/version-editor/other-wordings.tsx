import type { Edit } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t } from '#web/lib/language.ts';
import { versionLabels } from '#web/version-view/shown-version.ts';
import { keepsWords } from '#web/version-view/text-pieces.ts';

import type { EditedVersion } from './edited-version.ts';
import { bareText, linksIn, withoutMarkup } from './edit-words.ts';

/** Another wording of an edit: from a version, or from weaving a link again. */
type Wording = {
  readonly from: VersionName | 'again';
  readonly edit: Edit;
  /** Its text without what joins it to the text around it. */
  readonly words: string;
};

const wordingNames = { ...versionLabels, again: 'Woven again' } as const;

/** The announcements of a chosen wording. */
const chosenMessages = {
  safe: 'Safe wording',
  exploratory: 'Exploratory wording',
  experimental: 'Experimental wording',
  again: 'Woven again wording',
} as const satisfies Record<Wording['from'], EnglishText>;

type WordingListProps = {
  readonly version: EditedVersion;
  readonly edit: Edit;
  readonly onChoose: (to: Edit, message: string) => void;
};

/** Lists the other wordings of a link. A wording that is not possible here says why. */
export function WordingList({ version, edit, onChoose }: WordingListProps) {
  const wordings = otherWordings(edit, version);
  if (wordings.length === 0)
    return (
      <span className="weave-none">{t('There is no other wording yet. Weave again asks for one.')}</span>
    );
  return (
    <span className="weave-wordings" role="group" aria-label={t('Other wordings')}>
      {wordings.map((wording) => {
        const to = replacementFor(edit, wording.edit, version);
        const isOriginal = wording.from === version.original.version;
        return (
          <button
            key={wording.words}
            type="button"
            className="weave-wording"
            aria-disabled={to === null || undefined}
            onClick={() => to !== null && onChoose(to, t(chosenMessages[wording.from]))}
          >
            <b>{t(isOriginal ? 'As it was written' : wordingNames[wording.from])}</b>
            <span>{withoutMarkup(wording.words, version.original.generation)}</span>
            {to === null ? <em>{reasonAgainst(wording, version)}</em> : null}
          </button>
        );
      })}
    </span>
  );
}

function reasonAgainst({ edit }: Wording, version: EditedVersion): string {
  const { content, urls, isSafe } = version.get().history;
  if (isSafe && !keepsWords(content, edit, urls)) return t('It changes a sentence of yours: not in Safe.');
  return t('Another change stands where it belongs.');
}

/** Returns the other wordings with the same links, each once. Those of the edit's own version come first. */
export function otherWordings(edit: Edit, edited: EditedVersion): Wording[] {
  const { generation, version } = edited.original;
  const linksOf = (known: Edit) => linksIn(known, generation).toSorted().join(' ');
  const links = linksOf(edit);
  if (links === '') return [];
  const names = [version, ...versionNames.filter((name) => name !== version)];
  const known = [
    ...names.flatMap((from) => generation.edits[from].map((other) => ({ from, edit: other }))),
    ...edited.get().again.map((other) => ({ from: 'again' as const, edit: other })),
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
export function replacementFor(edit: Edit, wording: Edit, version: EditedVersion): Edit | null {
  const passages = version.passages();
  const others = version.get().history.now.edits.filter((other) => other !== edit);
  const named = { ...wording, id: edit.id };
  if (!passages.isAddition(named)) return version.canPlace(named, others) ? named : null;
  const there = passages.isAddition(edit) ? passages.inPlaceOf(edit, named) : null;
  return there ?? nearestFree(named, others, version);
}

/** Returns the addition at its own place, or else at the nearest free passage; null if none is free. */
export function nearestFree(edit: Edit, others: readonly Edit[], version: EditedVersion): Edit | null {
  if (version.canPlace(edit, others)) return edit;
  const distance = (offset: number) => Math.abs(offset - edit.start);
  const [first] = version
    .freePassages(edit, others)
    .toSorted((a, b) => distance(a.offset) - distance(b.offset));
  return first === undefined ? null : version.passages().putAt(edit, first);
}
