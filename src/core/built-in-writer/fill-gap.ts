import { detectLanguage } from '#core/language/language.ts';
import type { ChosenLink } from '#core/link/link.ts';
import type { Document } from '#core/document/document.ts';
import type { Span } from '#core/document/spans.ts';
import { createCandidates } from '#core/suggest/candidates.ts';
import { indexContent } from '#core/suggest/content-index.ts';
import { createRanking, fitFloor } from '#core/suggest/fit.ts';
import { createTermReader } from '#core/suggest/term-reader.ts';
import type { AskedAddition, Edit } from '#core/weave/edit.ts';
import type { VersionName } from '#core/weave/version.ts';

import { choosePlaces } from './place/choose-places.ts';
import { additionsFor, layOut } from './write-versions.ts';

/** Links that a version still lacks, and what is woven into it already. */
export type Gap = {
  readonly document: Document;
  readonly version: VersionName;
  readonly links: readonly ChosenLink[];
  readonly edits: readonly Edit[];
};

/** Where a link would go: a passage is about it, or it is none but may bear it, or there is no fit place at all. */
type Standing = 'fitting' | 'elsewhere' | 'nowhere';

export type Filling = {
  readonly linkId: string;
  readonly asked: AskedAddition;
  readonly standing: Standing;
};

/** Writes what a version lacks, in its spirit, around what it has. Yields between steps, as all long work here does. */
export function* fillGap({ document, version, links, edits }: Gap): Generator<undefined, Filling[]> {
  const passages = yield* fittingPassages(document, links);
  const desk = yield* layOut(document, links);
  const free = desk.places.filter(({ offset }) => !edits.some((edit) => covers(edit, offset)));
  const crowded = desk.places.filter(({ offset }) =>
    edits.some(({ start, end }) => start <= offset && offset <= end),
  );
  const fillings: Filling[] = [];
  for (const [number, link] of links.entries()) {
    const spans = passages.get(link) ?? [];
    const fitting = free.filter(({ offset }) =>
      spans.some(({ start, end }) => start < offset && offset <= end),
    );
    const places = fitting.length > 0 ? fitting : free;
    const own = { ...desk, places, links: [link], offers: desk.offers.slice(number, number + 1) };
    const placed = yield* choosePlaces(own, version, [], crowded);
    for (const { place, text } of additionsFor(own, version, placed)) {
      crowded.push(place);
      fillings.push({
        linkId: link.id,
        asked: { at: place, text },
        standing: places.includes(place) ? (fitting.length > 0 ? 'fitting' : 'elsewhere') : 'nowhere',
      });
    }
  }
  return fillings;
}

function covers({ start, end }: Edit, offset: number): boolean {
  return start < offset && offset < end;
}

/** The passages that are about each link, by the measure of suggestions. */
function* fittingPassages(
  document: Document,
  links: readonly ChosenLink[],
): Generator<undefined, ReadonlyMap<ChosenLink, readonly Span[]>> {
  const language = detectLanguage(document.content);
  const reader = createTermReader(language);
  const index = yield* indexContent(document, reader, language);
  const candidates = createCandidates<ChosenLink>(index, reader);
  for (const link of links) candidates.add(link);
  const rank = createRanking(index, candidates);
  return new Map(
    candidates.list().map((candidate) => [
      candidate.link,
      rank(candidate)
        .filter(({ score }) => score >= fitFloor)
        .map(({ passage }) => passage),
    ]),
  );
}
