import { firstEndingAt } from '#core/lib/spans.ts';
import { type Spot, versionRules, wordlessMark } from '#core/edits/edit.ts';
import { findEnd, paragraphBehind } from '#core/edits/spots.ts';
import { perVersion, type VersionName } from '#core/edits/version.ts';
import type { Filling, Gaps, InSteps } from '#core/generation/writing-job.ts';
import { writeMarkup } from '#core/links/link-markup.ts';
import type { LinkToWeave } from '#core/links/link.ts';
import { sentenceAt } from '#core/prompt/numbered-text.ts';
import { type Fit, weighLinks } from '#core/ranking/weigh-links.ts';

import { languages, type Forms } from './languages.ts';
import { readDescription } from './read-description.ts';

/** How many passages are tried for a link. */
const mostFits = 50;
/**
 * The least score for a place. It is higher than for a suggestion, because a wrong place is worse than the end of the
 * text.
 */
const placeFloor = 1.21;

/** Writes an addition for each link in each version, with the words of its description, in steps. */
export function* pointAtLinks(gaps: Gaps): InSteps<Filling[]> {
  const { document, versions, avoid } = gaps;
  const links = [...new Set(versions.flatMap((version) => version.links))];
  const fits = yield* weighLinks(document, links);
  const forms = formsFor(document.content, links);
  yield;
  const fillings: Filling[] = [];
  for (const version of versions) {
    const chooseSpot = createSpotChooser(gaps, version);
    const chooseForm = createFormChooser(forms, version.name, avoid);
    for (const link of version.links) {
      const spot = chooseSpot(fits.get(link) ?? []);
      const at = spot ?? (yield* findEnd(document));
      yield;
      if (at === null) continue;
      const { before, anchor, after } = readDescription(link, forms);
      const words = before + writeMarkup(anchor, link.url) + after;
      const text = chooseForm(link.url).replace('{}', () => words);
      fillings.push({ version: version.name, link, asked: { at, text }, fits: spot !== null });
    }
  }
  return fillings;
}

/**
 * Chooses places for additions: preferably the end of the passage about the link. In some versions, and if nothing may
 * be added there, a new paragraph comes first. No place is used twice.
 *
 * @returns a function that chooses a place among the passages for a link; it returns null if none is good enough and
 *   free
 */
function createSpotChooser({ document, numbered }: Gaps, { name, edits }: Gaps['versions'][number]) {
  const { blocks } = document;
  const isTaken = new Set(edits.map(({ start }) => start));
  const crowded = new Set(edits.map(({ start }) => firstEndingAt(blocks, start)));

  function spotsNear({ sentence, passage }: Fit): Spot[] {
    const aim = sentenceAt(numbered, sentence.end);
    const block = blocks[aim?.block ?? -1];
    if (aim === undefined || block === undefined) return [];
    const end = block.sentences.length <= 6 ? block.end : passage.end;
    const group = numbered.sentences
      .slice(aim.number - 1, aim.number + 12)
      .filter((each) => each.block === aim.block && each.end <= end);
    const behind = group.findLast(({ insertable }) => insertable);
    const inline =
      behind === undefined || block.kind === 'list'
        ? []
        : [{ offset: behind.end, block: aim.block, ownParagraph: false }];
    const own = paragraphBehind(document, aim.block) ?? [];
    const isAtEnd = behind?.number === group.at(-1)?.number || block.end > end;
    return !versionRules[name].paragraphFirst && isAtEnd ? inline.concat(own) : [own, inline].flat();
  }

  const isFree = ({ offset }: Spot) =>
    !isTaken.has(offset) && !edits.some(({ start, end }) => start < offset && offset < end);

  /** Returns the best free place in a block without other additions, or else the best free place. */
  function best(fits: readonly Fit[]): Spot | null {
    let second: Spot | null = null;
    for (const fit of fits) {
      const free = spotsNear(fit).filter(isFree);
      const alone = free.find(({ block }) => !crowded.has(block));
      if (alone !== undefined) return alone;
      second ??= free[0] ?? null;
    }
    return second;
  }

  return (fits: readonly Fit[]): Spot | null => {
    const about = fits.filter(({ score }) => score >= placeFloor).toSorted((a, b) => b.score - a.score);
    const spot = best(about.slice(0, mostFits));
    if (spot !== null) {
      isTaken.add(spot.offset);
      crowded.add(spot.block);
    }
    return spot;
  };
}

const wordless = `${wordlessMark} {}`;
/** For languages without forms: links get no words of ours. Their names are read like English ones. */
const others: Forms = { ...languages.english, page: 'link', ...perVersion(() => []) };

/** How much of a text shows its language, in UTF-16 units. */
const sampleLength = 4000;
/** The least share of a language's typical words in a text of that language. */
const leastShare = 0.07;
/** A shorter text may contain no typical word by chance. */
const fewWords = 12;

/** Returns the forms for the language of the text. If the text is too short to tell, the descriptions decide. */
export function formsFor(content: string, links: readonly LinkToWeave[]): Forms {
  const text = content.slice(0, sampleLength);
  if (wordCount(text) >= fewWords) return known(text) ?? others;
  const descriptions = links.map(({ description }) => description).join('\n');
  return known(text) ?? known(descriptions.slice(0, sampleLength)) ?? others;
}

function wordCount(text: string): number {
  return text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}]+/gu)?.length ?? 0;
}

function known(text: string): Forms | null {
  const words = wordCount(text);
  const all = Object.values(languages);
  const found = all.map(({ typical }) => text.toLowerCase().match(typical) ?? []);
  const most = Math.max(...found.map(({ length }) => length));
  const at = found.findIndex(({ length }) => length === most);
  const isClear = words < fewWords || new Set(found[at]).size > 1;
  return isClear && most >= Math.max(1, words * leastShare) ? (all[at] ?? null) : null;
}

/**
 * Returns a function that returns a form for a URL: each form of the version once, then the form without words. The URL
 * decides which of the remaining forms it is.
 *
 * @param avoid texts whose forms are not used again
 */
export function createFormChooser(forms: Forms, version: VersionName, avoid: readonly string[]) {
  const left = forms[version].filter((opening) => !avoid.some((text) => text.includes(opening)));
  return (url: string): string => {
    let sum = 7;
    for (const sign of url) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
    const [opening] = left.splice(sum % Math.max(1, left.length), 1);
    return opening === undefined ? wordless : opening + forms.behind;
  };
}
