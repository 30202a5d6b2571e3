import { writeVersions } from '#core/built-in-writer/compose/write-versions.ts';
import type { Insertion } from '#core/built-in-writer/compose/insertion.ts';
import { estimateTokens } from '#core/model/token-count.ts';
import { mostReplaced } from '#core/weave/allowance.ts';
import { numberSentences } from '#core/weave/numbered-text.ts';
import type { VersionName } from '#core/weave/version.ts';

import type { CorpusCase } from './corpus-cases.ts';
import { documentOf } from './document-of.ts';
import { recordedHabits } from './habits.ts';
import type { Habit } from './habits.ts';
import type { WantedEdit, WantedEdits } from './wanted-edits.ts';

const padding =
  'which is worth a thought before the next part of the story begins and all of this goes on'.split(' ');

/**
 * Edits for a case that nobody recorded: the built-in writer's additions, made as long as recorded ones, and as large a
 * share of the sentences replaced as in the recordings. Made for measuring time and cost, not for reading.
 */
export function madeEdits({ content, links }: CorpusCase): WantedEdits {
  const habits = recordedHabits();
  const wanted: Record<VersionName, readonly WantedEdit[]> = { safe: [], exploratory: [], experimental: [] };
  for (const version of writeVersions(content, links)) {
    if (version === undefined) continue;
    const habit = habits[version.name];
    const added = version.insertions.map((insertion) => addition(insertion, links, habit));
    wanted[version.name] = [...added, ...replacements(content, version.name, habit)].toSorted(
      (a, b) => a.start - b.start,
    );
  }
  return wanted;
}

function addition(
  { offset, text }: Insertion,
  links: CorpusCase['links'],
  { tokensPerLink }: Habit,
): WantedEdit {
  let labelled = text
    .replaceAll(/<\/?p>/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  for (const [index, { url }] of links.entries())
    labelled = labelled.replace(`]]((${url}))`, `]]((L${index + 1}))`);
  for (let count = 0; estimateTokens(labelled) < tokensPerLink; count += 1)
    labelled = `${labelled.replace(/[.!?]?$/u, '')} ${padding[count % padding.length] ?? ''}.`;
  return { start: offset, end: offset, text: labelled };
}

function replacements(content: string, version: VersionName, { replaced }: Habit): WantedEdit[] {
  const { sentences } = numberSentences(documentOf(content));
  const replaceable = sentences.filter((sentence) => sentence.replaceable);
  const count = Math.min(replaceable.length, Math.round(mostReplaced(sentences.length, version) * replaced));
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
