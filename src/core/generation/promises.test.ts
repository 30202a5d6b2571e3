import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createCaseAnswers } from '#provider/corpus/answer-case.ts';
import { ownCases, recordedAnswers } from '#provider/corpus/corpus-cases.ts';
import { oddReplies } from '#provider/corpus/promises/odd-replies.ts';
import { judgeGeneration, type Outcome } from '#provider/corpus/judge-generation.ts';
import { allGood, readOddAnswers, type Expected } from '#provider/corpus/odd-answers.ts';
import { playAnswer, type Played } from '#provider/corpus/play-answer.ts';
import { promptOf } from '#provider/corpus/promises/prompt-of.ts';
import { offeredAnswers } from '#provider/corpus/promises/offered-answers.ts';
import { writeFromPrompt } from '#provider/write-from-prompt.ts';
import { atScale } from '#scripts/at-scale.ts';
import { countCases } from '#scripts/count-cases.ts';
import { some } from '#provider/corpus/hostile.ts';

const whole = Number.MAX_SAFE_INTEGER;
const oddAnswers = readOddAnswers();

function broken(played: Played, outcome: Outcome, expected: Expected): string[] {
  const { entry, text } = played;
  return judgeGeneration({ ...entry, answer: text, expected }, outcome).map(
    (each) => `${each.row} ${each.text}`,
  );
}

/** Returns the outcome without the prompts, as a text. */
function resultOf({ generation, problem }: Outcome): string {
  return JSON.stringify({ generation, problem });
}

describe.each(['refused', 'answered'] as const)('an odd answer, the repair call %s', (again) => {
  test.each(oddAnswers)('$row $file breaks no promise, however it is cut', async (odd) => {
    const outcome = await playAnswer(odd, { pieces: whole, again });
    const differing: number[] = [];
    // The second call is read like the first, so it is cut in only one test.
    for (const pieces of again === 'refused' ? [3] : [])
      if (resultOf(await playAnswer(odd, { pieces, again })) !== resultOf(outcome)) differing.push(pieces);
    expect({ broken: broken(odd, outcome, odd), differing }).toEqual({ broken: [], differing: [] });
  });
});

test.each(recordedAnswers('edits').map((entry) => ({ ...entry, entry })))(
  'good answer $id breaks no promise',
  async ({ entry }) => {
    const answer = createCaseAnswers([entry])(promptOf(entry, 'edits'));
    const played = { entry, protocol: 'edits', text: answer?.text ?? '', textAgain: null } as const;
    const outcome = await playAnswer(played, { pieces: whole, again: 'refused' });
    expect(broken(played, outcome, allGood(entry, 'J'))).toEqual([]);
  },
);

describe('with sentences asked for', () => {
  test.each(ownCases.map((entry) => ({ ...entry, entry })))(
    'good sentences for article $id break no promise',
    async ({ entry }) => {
      const text = writeFromPrompt(promptOf(entry, 'sentences').messages);
      const played = { entry, protocol: 'sentences', text, textAgain: null } as const;
      const outcome = await playAnswer(played, { pieces: whole, again: 'refused' });
      expect(broken(played, outcome, allGood(entry, 'J'))).toEqual([]);
    },
  );

  test.each(oddAnswers.filter(({ protocol }) => protocol === 'edits'))(
    '$row $file breaks no promise',
    async (odd) => {
      const played = { ...odd, protocol: 'sentences' } as const;
      const outcome = await playAnswer(played, { pieces: whole, again: 'answered' });
      expect(broken(played, outcome, odd)).toEqual([]);
    },
  );
});

test.each(recordedAnswers('rewrite').map((entry) => ({ ...entry, entry })))(
  'good whole texts $id break no promise',
  async ({ entry }) => {
    const played = { entry, protocol: 'rewrite', text: entry.answer, textAgain: null } as const;
    const outcome = await playAnswer(played, { pieces: whole, again: 'refused' });
    expect(broken(played, outcome, allGood(entry, 'G'))).toEqual([]);
  },
);

test.each(ownCases.map((entry) => ({ ...entry, entry })))(
  'what the prompt of article $id offers is taken',
  async ({ entry }) => {
    const refused: string[] = [];
    for (const { says, played, expected } of some(offeredAnswers(entry), 10)) {
      const outcome = await playAnswer(played, { pieces: whole, again: 'refused' });
      for (const promise of broken(played, outcome, expected)) refused.push(`${says}: ${promise}`);
    }
    expect(refused).toEqual([]);
  },
);

describe('a generated answer', () => {
  const cuts = fc.constantFrom(1, 3, 16, whole);
  const answers = (kind: 'spelled' | 'dirty') =>
    fc
      .constantFrom(...ownCases)
      .chain((entry) =>
        fc.record({ id: fc.constant(entry.id), text: oddReplies(entry)[kind], pieces: cuts }),
      );

  /** Returns the outcome, and the promises that it breaks. */
  async function tryOut(id: string, text: string, pieces: number, isGood: boolean) {
    const entry = ownCases.find((each) => each.id === id);
    if (entry === undefined) throw new Error(`There is no article ${id}.`);
    const played = { entry, protocol: 'edits', text, textAgain: null } as const;
    const outcome = await playAnswer(played, { pieces, again: 'refused' });
    const all = allGood(entry, 'J');
    const expected = isGood ? all : { ...all, good: { safe: [], exploratory: [], experimental: [] } };
    return { result: resultOf(outcome), promises: broken(played, outcome, expected) };
  }

  test('is read in every spelling, with every marker, on every article, however it is cut', async ({
    task,
  }) => {
    const numRuns = atScale(30, 500);
    countCases({ task }, numRuns);
    await fc.assert(
      fc.asyncProperty(answers('spelled'), async ({ id, text, pieces }) => {
        const { promises, result } = await tryOut(id, text, pieces, true);
        expect(promises).toEqual([]);
        expect(result).toBe((await tryOut(id, text, whole, true)).result);
      }),
      { numRuns },
    );
  });

  test('breaks no promise, whatever its edits contain', async ({ task }) => {
    const numRuns = atScale(20, 500);
    countCases({ task }, numRuns);
    await fc.assert(
      fc.asyncProperty(answers('dirty'), async ({ id, text, pieces }) => {
        expect((await tryOut(id, text, pieces, false)).promises).toEqual([]);
      }),
      { numRuns },
    );
  });
});
