import { writeModelEdits, type ModelEdit } from '#provider/write-as-model.ts';
import { mostReplaced } from '#core/edits/version-rules.ts';
import { perVersion, type VersionName } from '#core/edits/version-names.ts';
import { estimateTokens } from '#core/limits/tokens.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';

import type { CorpusCase } from './corpus-cases.ts';
import { parseDocument } from '#core/document/document.ts';
import { tokensPerLink } from './tokens-per-link.ts';
import type { WantedEdit, WantedEdits } from './wanted-edits.ts';

const padding =
  'which is worth a thought before the next part of the story begins and all of this goes on'.split(' ');

/**
 * Generates edits for a case without a recording: a sentence for each link, as long as recorded ones, and replaced sentences as allowed. They are for measurements of time and cost, and not for readers.
 */
export function generateEdits({ content, links }: CorpusCase): WantedEdits {
  const { experimental: written } = writeModelEdits(content, links);
  return perVersion((name) =>
    [
      ...additions(written, links, tokensPerLink(name)),
      ...replacements(content, name, links.length),
    ].toSorted((a, b) => a.number - b.number),
  );
}

/** Returns the additions of one version. `tokens` is the mean number of tokens of an addition. */
function additions(edits: readonly ModelEdit[], links: CorpusCase['links'], tokens: number): WantedEdit[] {
  const texts = edits.map(({ text }) => labelled(text, links));
  let missing = tokens * texts.length - texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  return edits.map(({ sentence }, index) => {
    const share = Math.max(0, Math.round(missing / (texts.length - index)));
    missing -= share;
    const more = Array.from({ length: share }, (_, word) => padding[word % padding.length]).join(' ');
    const text = texts[index] ?? '';
    return {
      command: 'INSERT',
      number: sentence,
      more: 0,
      head: '',
      text: more === '' ? text : `${text.replace(/[.!?]?$/u, '')} ${more}.`,
    };
  });
}

function labelled(text: string, links: CorpusCase['links']): string {
  return links.reduce(
    (written, { url }, index) => written.replace(`]]((${url}))`, `]]((L${index + 1}))`),
    text,
  );
}

function replacements(content: string, version: VersionName, links: number): WantedEdit[] {
  const sentences = numberSentences(parseDocument(content));
  const replaceable = sentences.filter((sentence) => sentence.replaceable);
  const count = mostReplaced(replaceable.length, version, links);
  return Array.from(
    { length: count },
    (_, index) => replaceable[Math.floor((index * replaceable.length) / count)],
  )
    .filter((sentence) => sentence !== undefined)
    .map(({ start, end, number }) => ({
      command: 'REPLACE',
      number,
      more: 0,
      head: '',
      text: shuffled(content.slice(start, end)),
    }));
}

/** Returns the sentence with its inner words in another order. The length is about the same. */
function shuffled(sentence: string): string {
  const words = sentence.split(/\s+/u);
  const inner = words.slice(1, -1);
  const turned = inner.map((word, index) => inner[index % 2 === 0 ? index + 1 : index - 1] ?? word);
  return [words[0] ?? '', ...turned, ...words.slice(1).slice(-1)].join(' ');
}
