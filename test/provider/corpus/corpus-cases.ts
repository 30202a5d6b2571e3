import { existsSync, readFileSync } from 'node:fs';

import * as z from 'zod/mini';

import type { ChosenLink } from '#core/links/link.ts';

/** An article by a person, and the links to weave into it. */
export type CorpusCase = {
  readonly id: string;
  readonly title: string;
  readonly format: string;
  readonly content: string;
  readonly words: number;
  readonly links: readonly ChosenLink[];
};

/** The folder with the texts of this project. A folder beside the checkout adds more texts, if it exists. */
const ownFolder = new URL('../../corpus/', import.meta.url);
const sharedFolder = new URL('../../../../shared/corpus/', import.meta.url);
const folders = [ownFolder, sharedFolder].filter((folder) => existsSync(folder));

const casesSchema = z.array(
  z.object({
    id: z.string(),
    file: z.string(),
    title: z.string(),
    format: z.string(),
    links: z.array(z.object({ url: z.string(), description: z.string() })),
  }),
);

const faultsSchema = z.array(
  z.object({
    version: z.string(),
    fault: z.string(),
    link: z.optional(z.number()),
    after: z.optional(z.string()),
    collateral: z.optional(z.boolean()),
  }),
);

export type PlantedFault = z.infer<typeof faultsSchema>[number];

type AnswerKind = 'rewrite' | 'edits' | 'sloppy';

export const ownCases: readonly CorpusCase[] = casesIn(ownFolder);
export const corpusCases: readonly CorpusCase[] = folders.flatMap(casesIn);

/** Returns the project's own entries and a third of the others, because a browser needs time for each. */
export function someOf<Entry extends { readonly id: string }>(entries: readonly Entry[]): Entry[] {
  const own = new Set(ownCases.map(({ id }) => id));
  return entries.filter(({ id }, index) => own.has(id) || index % 3 === 0);
}

function casesIn(folder: URL): CorpusCase[] {
  const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
  return casesSchema.parse(JSON.parse(read('cases.json'))).map(({ id, file, title, format, links }) => {
    const content = read(file);
    const chosen = links.map((link, index) => ({ ...link, id: `${index + 1}`, integrations: 1 as const }));
    return { id, title, format, content, words: countWords(content), links: chosen };
  });
}

/** Returns the recorded answer of a case, or null. */
export function recordingOf(
  kind: AnswerKind,
  id: string,
  part: 'answer' | 'prompt' = 'answer',
): string | null {
  return readRecorded(`answers/${kind}/${id}.${part}.txt`);
}

/** Returns all cases that have a recorded answer of this kind, with the answer. */
export function recordedAnswers(kind: AnswerKind): readonly (CorpusCase & { readonly answer: string })[] {
  return corpusCases.flatMap((entry) => {
    const answer = recordingOf(kind, entry.id);
    return answer === null ? [] : [{ ...entry, answer }];
  });
}

/** Returns the faults that were planted in a sloppy answer. */
export function faultsOf(id: string): PlantedFault[] {
  return faultsSchema.parse(JSON.parse(readRecorded(`answers/sloppy/${id}.faults.json`) ?? '[]'));
}

function countWords(text: string): number {
  return text.split(/\s+/u).filter((word) => word !== '').length;
}

/** Returns the first paragraphs of a case, up to about this number of words, as a new case with new links. */
export function cutCase(entry: CorpusCase, words: number): CorpusCase {
  const { id, content, links } = entry;
  let end = 0;
  for (const { index } of content.matchAll(/\n\s*\n/gu)) {
    if (
      Math.abs(countWords(content.slice(0, index)) - words) <
      Math.abs(countWords(content.slice(0, end)) - words)
    )
      end = index;
  }
  const cut = content.slice(0, end);
  const own = links.map((link) => ({ ...link, description: `${link.description} (${words} words)` }));
  return { ...entry, id: `${id} to ${words}`, content: cut, words: countWords(cut), links: own };
}

function readRecorded(file: string): string | null {
  const folder = folders.find((each) => existsSync(new URL(file, each)));
  return folder === undefined ? null : readFileSync(new URL(file, folder), 'utf8');
}
