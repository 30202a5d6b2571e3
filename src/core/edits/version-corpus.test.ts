import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { corpusCases, recordedAnswers } from '#provider/corpus/corpus-cases.ts';
import { naughtyStrings, scriptVectors, some } from '#provider/corpus/hostile.ts';
import { readReply } from '#core/reply/test-events.ts';

import { countCases } from '#scripts/count-cases.ts';
import { atScale } from '#scripts/at-scale.ts';

import type { EditRequest } from './edit.ts';
import { faultsOfAsked, faultsOfText } from './test-version-rules.ts';

const texts = [
  'A [[good scale]]((L1)) helps.',
  'Take [[this one]]((L2)). It is good.',
  'Nothing is the same, though [[that. One]]((https://b.example/two?t=1&u=[2])) is.',
  'An [[evil thing]]((https://evil.example)) here.',
  'So it was, and <b>so</b> it is.\n\n## And will be',
];

describe('of real texts', () => {
  test('versions of articles break no rule, whatever edits a reply asks for', () => {
    const editRequest: fc.Arbitrary<EditRequest> = fc.record({
      action: fc.constantFrom('insert', 'insert', 'replace'),
      sentence: fc.nat(200),
      text: fc.constantFrom(...texts),
    });
    for (const [index, { content }] of corpusCases.entries()) {
      for (const asked of fc.sample(fc.array(editRequest, { minLength: 5, maxLength: 40 }), {
        numRuns: atScale(2, 4),
        seed: index,
      })) {
        expect(faultsOfAsked(content, asked)).toEqual([]);
      }
    }
  });

  test('versions of articles break no rule, whatever whole text a model writes', () => {
    for (const kind of ['rewrite', 'sloppy'] as const)
      for (const { content, answer } of recordedAnswers(kind))
        for (const text of Object.values(readReply(answer, content)))
          expect(faultsOfText(content, text)).toEqual([]);
  });

  test('hostile strings are kept as content and cleaned as edits', ({ task }) => {
    const tried = some([...naughtyStrings, ...scriptVectors], 150);
    countCases({ task }, tried.length * 4);
    for (const text of tried) {
      const asked: EditRequest[] = [
        { action: 'insert', sentence: 1, text: `${text} [[a thing]]((L1)) ${text}` },
        { action: 'replace', sentence: 2, text },
        { action: 'insert', sentence: 3, text: `[[${text}]]((L2))` },
      ];
      expect(faultsOfAsked('# Top\n\nOne is here. Two is there.\n\nThree is far.\n', asked)).toEqual([]);
      expect(faultsOfAsked(text, asked.slice(0, 1))).toEqual([]);
    }
  });
});
