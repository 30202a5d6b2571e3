import { readFileSync } from 'node:fs';

import * as z from 'zod/mini';

import { labelOf, labelsFor } from '#core/links/link-labels.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { versionNames } from '#core/edits/version-names.ts';

import { ownCases, type CorpusCase } from './corpus-cases.ts';
import { parseDocument } from '#core/document/document.ts';

const folder = new URL('../../corpus/answers/odd/', import.meta.url);

/** The topics of the rows of faults. */
export const rows = {
  A: 'foreign addresses',
  B: 'versions silently empty, reports that are not true',
  C: 'drafts of a reasoning block',
  D: 'protocol words, markup and unseen characters',
  E: 'comments below edits',
  F: 'additions that repeat the author',
  G: 'whole texts that lose the author’s words',
  H: 'floods',
  I: 'injections',
  J: 'good edits in other spellings',
  K: 'what the prompt offers is not taken',
  L: 'additions behind list items',
  M: 'additions at the wrong place',
  N: 'a second call that shows other passages',
  O: 'lost emphasis',
} as const;

const versionName = z.enum(versionNames);
const texts = z._default(z.array(z.string()), []);
const numbers = z._default(z.array(z.number()), []);
const noLinks = { safe: [], exploratory: [], experimental: [] };
const linkNumbers = z._default(
  z.object({ safe: numbers, exploratory: numbers, experimental: numbers }),
  noLinks,
);

const oddAnswerSchema = z.object({
  file: z.string(),
  /** The article that the answer is about. */
  id: z.string(),
  protocol: z.enum(['edits', 'rewrite']),
  row: z.enum(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O']),
  says: z.string(),
  /** The numbers of the links (from 1) that the model wove correctly, so they must count as woven by the model. */
  good: linkNumbers,
  /** The answer to the second call, and the numbers of the links that count as woven by it. */
  again: z.optional(z.string()),
  repaired: linkNumbers,
  /** Addresses that belong to no link, with the versions that contain them. */
  foreign: z._default(z.array(z.object({ address: z.string(), in: z.array(versionName) })), []),
  /** Texts that no version may contain. */
  forbidden: texts,
  /** Texts that a version must contain. */
  kept: z._default(z.array(z.object({ text: z.string(), in: z.array(versionName) })), []),
  /** Texts that each version must contain exactly once. */
  once: texts,
  /** Words of additions that must be reported as dropped. */
  dropped: texts,
  /** Texts that the prompt of the second call must contain. */
  shown: texts,
  /** Additions, each with the author's words before it. An addition must be in this place, or missing, or reported. */
  behind: z._default(z.array(z.object({ words: z.string(), added: z.string() })), []),
  /** True if nothing in the answer can be read, so that a failure is right. */
  unreadable: z._default(z.boolean(), false),
});

type OddEntry = z.infer<typeof oddAnswerSchema>;

/** A row of the table of faults. */
export type Row = OddEntry['row'];

/** The required result of an answer. */
export type Expected = Omit<OddEntry, 'file' | 'id' | 'says' | 'again' | 'protocol'>;

/** An answer that a weak, odd or hostile model could give, about an article of this project. */
export type OddAnswer = OddEntry & {
  readonly entry: CorpusCase;
  readonly text: string;
  /** The answer to a second call. Null: the built-in writer answers. */
  readonly textAgain: string | null;
};

/** Returns all odd answers with the current numbers, labels and addresses. */
export function readOddAnswers(): OddAnswer[] {
  return z
    .array(oddAnswerSchema)
    .parse(JSON.parse(read('cases.json')))
    .map((odd) => {
      const entry = ownCases.find(({ id }) => id === odd.id);
      if (entry === undefined) throw new Error(`${odd.file}: there is no article ${odd.id}.`);
      const fill = createFiller(entry);
      return {
        ...odd,
        entry,
        text: fill(read(odd.file)),
        textAgain: odd.again === undefined ? null : fill(read(odd.again)),
        foreign: odd.foreign.map((each) => ({ ...each, address: fill(each.address) })),
        forbidden: odd.forbidden.map(fill),
        once: odd.once.map(fill),
      };
    });
}

/** Returns the required result of an answer in which all links are good. */
export function allGood({ links }: CorpusCase, row: Row): Expected {
  const all = links.map((_, index) => index + 1);
  return {
    row,
    good: { safe: all, exploratory: all, experimental: all },
    repaired: noLinks,
    foreign: [],
    forbidden: [],
    kept: [],
    once: [],
    dropped: [],
    shown: [],
    behind: [],
    unreadable: false,
  };
}

/**
 * Returns a function that inserts the values of the current prompt into a text: `{{n:some words}}` becomes the number
 * of the sentence with these words, `{{L:2}}` the label of the second link, and `{{url:2}}` its address. It throws for
 * a value that is not found and for words that several sentences have.
 */
export function createFiller({ id, content, links }: CorpusCase): (text: string) => string {
  const sentences = numberSentences(parseDocument(content)).map(({ number, start, end }) => ({
    number,
    text: folded(content.slice(start, end)),
  }));
  const labels = labelsFor(content, links);
  const valueOf = (kind: string, what: string): string => {
    if (kind === 'n') {
      const [found, ...others] = sentences.filter(({ text }) => text.includes(folded(what)));
      if (found === undefined) throw new Error(`${id} has no sentence with "${what}".`);
      if (others.length > 0) throw new Error(`${id} has several sentences with "${what}".`);
      return `${found.number}`;
    }
    const link = links[Number(what) - 1];
    if (link === undefined) throw new Error(`${id} has no link ${what}.`);
    return kind === 'url' ? link.url : labelOf(labels, Number(what) - 1);
  };
  return (text) =>
    text.replaceAll(/\{\{(n|L|url):([^{}]+)\}\}/gu, (_, kind: string, what: string) => valueOf(kind, what));
}

function folded(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

function read(file: string): string {
  return readFileSync(new URL(file, folder), 'utf8');
}
