import { formsFor } from '#core/built-in-writer/languages.ts';
import { readDescription } from '#core/built-in-writer/link-phrase.ts';
import { perVersion, type VersionName } from '#core/edits/version-names.ts';
import { maxEditsTokens } from '#core/limits/content-limit.ts';
import { labelOf, labelsFor } from '#core/links/link-labels.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { sentenceAt } from '#core/document/numbered-sentences.ts';
import { shownAround } from '#core/prompt/numbered-text.ts';
import { type PlacedLink, writeSentencesPrompt } from '#core/prompt/write-prompt.ts';
import { weighLinks, type PlacedFit } from '#core/ranking/weigh-links.ts';

import type { CallPurpose, CompletionRequest } from '#core/prompt/prompt.ts';
import type { WritingJob, WritingPart } from './writing-job.ts';

type Job = Omit<WritingJob, 'parts'>;

/** A link with the sentences that fit it, the best first. */
type Placed = PlacedLink & { readonly link: ChosenLink; readonly shownPlaces: readonly number[] };

/** A small model loses the overview of more. */
const mostLinks = 6;
const placesPerLink = 2;
/** How many places a link has, and how many sentences stand on each side of each. The first that fits is used. */
const views = [
  { places: placesPerLink, reach: 1 },
  { places: placesPerLink, reach: 0 },
  { places: 1, reach: 0 },
];

/**
 * Plans the calls that ask for one sentence for each link, each with a few links whose places are close to each other.
 * All of them stand for the whole content. Returns null if a link does not fit, even with one sentence of the content.
 */
export function planSentences(job: Job, links: readonly ChosenLink[]): WritingPart[] | null {
  const span = { start: 0, end: job.document.content.length };
  const parts: WritingPart[] = [];
  let left = placeLinks(job, links);
  while (left.length > 0) {
    const call = nextCall(job, 'write', left, (name) => name === (job.only?.version ?? name));
    if (call === null) return null;
    parts.push({ ...call.request, span, links: left.slice(0, call.count).map(({ link }) => link) });
    left = left.slice(call.count);
  }
  return parts;
}

/**
 * Makes one call for the links that versions lack, as many as it may ask for.
 *
 * @param options `triedAt` returns the numbers of the sentences where a link was tried. `isAffordable` says whether a
 *   call may be made.
 */
export function repairSentences(
  job: Job,
  missing: Readonly<Record<VersionName, readonly ChosenLink[]>>,
  {
    triedAt,
    isAffordable,
  }: {
    readonly triedAt: (link: ChosenLink) => readonly number[];
    readonly isAffordable: (request: CompletionRequest) => boolean;
  },
): CompletionRequest | null {
  const wanted = job.links.filter((link) => Object.values(missing).some((links) => links.includes(link)));
  const placed = placeLinks(job, wanted, triedAt);
  const lacks = (name: VersionName, link: ChosenLink) => missing[name].includes(link);
  const call = nextCall(job, 'repair', placed, lacks, isAffordable);
  return call?.request ?? null;
}

/** Makes a call for the first of these links: as many as fit, each with as much of the content as fits. */
function nextCall(
  { document, numbered, covered, instructions, only, terms: { model } }: Job,
  purpose: CallPurpose,
  placed: readonly Placed[],
  isWanted: (version: VersionName, link: ChosenLink) => boolean,
  isAffordable: (request: CompletionRequest) => boolean = () => true,
): { readonly request: CompletionRequest; readonly count: number } | null {
  const { content } = document;
  for (let count = Math.min(mostLinks, placed.length); count > 0; count -= 1) {
    const group = placed.slice(0, count);
    for (const { places, reach } of views) {
      const numbers = group.flatMap(({ shownPlaces }) => shownPlaces.slice(0, places));
      const shown = shownAround(document, numbered, numbers, reach);
      const links = perVersion((name) => group.filter(({ link }) => isWanted(name, link)));
      const prompt = writeSentencesPrompt({
        content,
        shown,
        links,
        covered,
        instructions,
        avoid: only?.avoid ?? [],
      });
      const size = { links: count, sentences: 0, tokens: 0 };
      const maxOutputTokens = model === null ? null : maxEditsTokens(size, prompt, model);
      const request = { purpose, prompt, maxOutputTokens };
      if ((model === null || maxOutputTokens !== null) && isAffordable(request)) return { request, count };
    }
  }
  return null;
}

/** Finds places and anchors for links. Returns them in the order of the content. */
function placeLinks(
  job: Job,
  links: readonly ChosenLink[],
  triedAt: (link: ChosenLink) => readonly number[] = () => [],
): Placed[] {
  const { document, numbered } = job;
  const { content } = document;
  const fits = weighLinks(document, links);
  const forms = formsFor(content, links);
  const labels = labelsFor(content, job.links);
  const open = numbered.filter(({ insertable }) => insertable);
  const middle = (open[Math.floor(open.length / 2)] ?? numbered[0])?.number ?? 1;
  const used = new Set<number>();
  const placed: Placed[] = [];
  for (const link of links) {
    const tried = triedAt(link).filter((number) => numbered[number - 1] !== undefined);
    const found = new Set([...tried, ...placesOf(job, fits.get(link) ?? [])]);
    const [place = middle, ...others] = [...found]
      .slice(0, placesPerLink)
      .toSorted((a, b) => Number(used.has(a)) - Number(used.has(b)));
    used.add(place);
    const { anchor } = readDescription(link, forms);
    placed.push({
      link,
      label: labelOf(labels, job.links.indexOf(link)),
      place,
      shownPlaces: [place, ...others],
      anchor: anchor === forms.page ? null : anchor,
    });
  }
  return placed.toSorted((a, b) => a.place - b.place);
}

/** How far behind a sentence an addition may stand that fits it. In sentences. */
const nearby = 3;

/** Returns the numbers of the sentences behind which an addition fits best, the best first. */
function placesOf({ numbered }: Job, fits: readonly PlacedFit[]): number[] {
  const numbers = new Set<number>();
  for (const { sentence } of fits.toSorted((a, b) => b.place - a.place)) {
    const best = sentenceAt(numbered, sentence.end);
    if (best === undefined) continue;
    const near = numbered.slice(best.number - 1, best.number + nearby);
    const place = near.find(({ insertable }) => insertable) ?? best;
    numbers.add(place.number);
    if (numbers.size === placesPerLink) break;
  }
  return [...numbers];
}
