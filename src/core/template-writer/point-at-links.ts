import type { ChosenLink } from '#core/links/link.ts';
import { writeMarkup } from '#core/links/link-markup.ts';
import type { Document } from '#core/document/document.ts';
import { weighLinks } from '#core/ranking/weigh-links.ts';
import type { AskedAddition, Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';
import type { NumberedText } from '#core/prompt/numbered-text.ts';
import { findEnd } from '#core/edits/spots.ts';

import { createSpotChooser } from './choose-spot.ts';
import { createFormChooser, formsFor } from './forms-for.ts';
import { readDescription } from './read-description.ts';

/** What the versions of one content lack. */
export type Gaps = {
  readonly document: Document;
  readonly numbered: NumberedText;
  readonly versions: readonly {
    readonly name: VersionName;
    /** The links without a place. */
    readonly links: readonly ChosenLink[];
    /** The edits that the version has already. */
    readonly edits: readonly Edit[];
  }[];
  /** Texts whose words must not be used again. */
  readonly avoid: readonly string[];
};

export type Filling = {
  readonly version: VersionName;
  readonly link: ChosenLink;
  readonly asked: AskedAddition;
  /** Whether a passage is about the link. If not, the addition is at the end of the text. */
  readonly fits: boolean;
};

/** Writes an addition for each link, in the user's own words. Yields between steps. */
export function* pointAtLinks({
  document,
  numbered,
  versions,
  avoid,
}: Gaps): Generator<undefined, Filling[]> {
  const links = [...new Set(versions.flatMap((version) => version.links))];
  const fits = yield* weighLinks(document, links);
  const forms = formsFor(document.content, links);
  yield;
  const fillings: Filling[] = [];
  for (const { name, links: own, edits } of versions) {
    const chooseSpot = createSpotChooser({ document, numbered, version: name, edits });
    const { choose } = createFormChooser(forms, name, avoid);
    for (const link of own) {
      const spot = chooseSpot(fits.get(link) ?? []);
      const at = spot ?? (yield* findEnd(document));
      yield;
      if (at === null) continue;
      const { before, anchor, after } = readDescription(link, forms);
      const words = before + writeMarkup(anchor, link.url) + after;
      const text = choose(link.url).replace('{}', () => words);
      fillings.push({ version: name, link, asked: { at, text }, fits: spot !== null });
    }
  }
  return fillings;
}
