import { labelOf, labelsFor } from '#core/links/link-labels.ts';
import type { CorpusCase } from '#provider/corpus/corpus-cases.ts';
import { allGood, type Expected } from '#provider/corpus/odd-answers.ts';
import type { Played } from '#provider/corpus/play-answer.ts';

import { promptOf } from './prompt-of.ts';

type OfferedAnswer = { readonly says: string; readonly played: Played; readonly expected: Expected };

/**
 * Returns an answer for each sentence number in the prompt. It adds text after the sentence in safe, and in experimental
 * replaces the sentence if the prompt allows that, each with the first link, which then must count as woven by the model.
 */
export function offeredAnswers(entry: CorpusCase): OfferedAnswer[] {
  const label = labelOf(labelsFor(entry.content, entry.links), 0);
  const only = { ...allGood(entry, 'K'), good: { safe: [1], exploratory: [], experimental: [1] } };
  return offeredNumbers(promptOf(entry, 'edits').messages.at(-1)?.content ?? '').map(
    ({ number, action }) => ({
      says: `sentence ${number}`,
      expected: only,
      played: {
        entry,
        protocol: 'edits',
        textAgain: null,
        text: [
          'VERSION: SAFE',
          `INSERT ${number}: Nobody here had ever seen a [[thing like that]]((${label})) before.`,
          'VERSION: INTERESTING',
          '(no edits)',
          'VERSION: CRAZY',
          `${action} ${number}: Instead there was a [[thing like that]]((${label})) on the table.`,
        ].join('\n'),
      },
    }),
  );
}

/** Returns the numbers before sentences, with any brackets or signs around them. */
function offeredNumbers(prompt: string) {
  const [content = ''] = prompt.split('\nLINKS:\n');
  return [...content.matchAll(/[[{<](\d{1,5})(\+?)[\]}>] /gu)].map(([, digits, plus]) => ({
    number: Number(digits),
    action: plus === '' ? 'REPLACE' : 'INSERT',
  }));
}
