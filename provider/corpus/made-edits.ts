import { writeVersions } from '#provider/write-versions.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';
import { estimateTokens } from '#core/limits/token-count.ts';
import { mostReplaced } from '#core/edits/limits.ts';
import { numberSentences } from '#core/prompt/numbered-text.ts';

import type { CorpusCase } from './corpus-cases.ts';
import { documentOf } from '#core/document/document.ts';
import { tokensPerLink } from './tokens-per-link.ts';
import type { WantedEdit, WantedEdits } from './wanted-edits.ts';

const padding =
  'which is worth a thought before the next part of the story begins and all of this goes on'.split(' ');

/**
 * Edits for a case that nobody recorded: the built-in writer's additions, made as long as recorded ones, and as many
 * sentences replaced as may be. Made for measuring time and cost, not for reading.
 */
export function madeEdits({ content, links }: CorpusCase): WantedEdits {
  const wanted: Record<VersionName, readonly WantedEdit[]> = { safe: [], exploratory: [], experimental: [] };
  for (const version of writeVersions(content, links)) {
    const tokens = tokensPerLink(version.name);
    const added = additions(version.edits, links, tokens);
    wanted[version.name] = [...added, ...replacements(content, version.name, links.length)].toSorted(
      (a, b) => a.start - b.start,
    );
  }
  return wanted;
}

/** Of so many tokens in the mean. */
function additions(
  edits: readonly Edit[],
  links: CorpusCase['links'],
  tokens: number,
): WantedEdit[] {
  const texts = edits.map(({ text }) => labelled(text, links));
  let missing = tokens * texts.length - texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  return edits.map(({ start, end }, index) => {
    const share = Math.max(0, Math.round(missing / (texts.length - index)));
    missing -= share;
    const more = Array.from({ length: share }, (_, word) => padding[word % padding.length]).join(' ');
    const text = texts[index] ?? '';
    return {
      start,
      end,
      text: more === '' ? text : `${text.replace(/[.!?]?$/u, '')} ${more}.`,
    };
  });
}

function labelled(text: string, links: CorpusCase['links']): string {
  const line = text
    .replaceAll(/<\/?p>/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return links.reduce((told, { url }, index) => told.replace(`]]((${url}))`, `]]((L${index + 1}))`), line);
}

function replacements(content: string, version: VersionName, links: number): WantedEdit[] {
  const { sentences } = numberSentences(documentOf(content));
  const replaceable = sentences.filter((sentence) => sentence.replaceable);
  const count = Math.min(replaceable.length, mostReplaced(sentences.length, version, links));
  return Array.from(
    { length: count },
    (_, index) => replaceable[Math.floor((index * replaceable.length) / count)],
  )
    .filter((sentence) => sentence !== undefined)
    .map(({ start, end }) => ({ start, end, text: retold(content.slice(start, end)) }));
}

/** Words of about the same length in another order, with the first and the last in their places. */
function retold(sentence: string): string {
  const words = sentence.split(/\s+/u);
  const inner = words.slice(1, -1);
  const turned = inner.map((word, index) => inner[index % 2 === 0 ? index + 1 : index - 1] ?? word);
  return [words[0] ?? '', ...turned, ...words.slice(1).slice(-1)].join(' ');
}
