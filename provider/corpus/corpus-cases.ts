import { existsSync, readFileSync } from 'node:fs';

import * as z from 'zod/mini';

import type { ChosenLink } from '#core/link/link.ts';

/** An article by a person, with links that are to be woven into it. */
export type CorpusCase = {
  readonly id: string;
  readonly content: string;
  readonly words: number;
  readonly links: readonly ChosenLink[];
};

const folder = new URL('../../../shared/corpus/', import.meta.url);

export const isCorpusHere = existsSync(folder);

const casesSchema = z.array(
  z.object({
    id: z.string(),
    file: z.string(),
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

export const corpusCases: readonly CorpusCase[] = isCorpusHere
  ? casesSchema.parse(JSON.parse(read('cases.json'))).map(({ id, file, links }) => {
      const content = read(file);
      const chosen = links.map((link, index) => ({ ...link, id: `${index + 1}`, integrations: 1 as const }));
      return { id, content, words: countWords(content), links: chosen };
    })
  : [];

/** What was recorded of a case; null where nothing was. */
export function recordingOf(
  kind: 'rewrite' | 'edits' | 'sloppy',
  id: string,
  part: 'answer' | 'prompt' = 'answer',
): string | null {
  const file = `answers/${kind}/${id}.${part}.txt`;
  return existsSync(new URL(file, folder)) ? read(file) : null;
}

/** The faults that were planted in a sloppy answer. */
export function faultsOf(id: string): PlantedFault[] {
  return faultsSchema.parse(JSON.parse(read(`answers/sloppy/${id}.faults.json`)));
}

function countWords(text: string): number {
  return text.split(/\s+/u).filter((word) => word !== '').length;
}

/** The paragraphs of a case until it has about so many words, as a case of its own with links of its own. */
export function cutCase({ id, content, links }: CorpusCase, words: number): CorpusCase {
  let end = 0;
  for (const { index } of content.matchAll(/\n\s*\n/gu)) {
    if (
      Math.abs(countWords(content.slice(0, index)) - words) <
      Math.abs(countWords(content.slice(0, end)) - words)
    )
      end = index;
  }
  const cut = content.slice(0, end);
  const own = links.map((link) => ({ ...link, url: `${link.url}~${words}` }));
  return { id: `${id} to ${words}`, content: cut, words: countWords(cut), links: own };
}

function read(file: string): string {
  return readFileSync(new URL(file, folder), 'utf8');
}
