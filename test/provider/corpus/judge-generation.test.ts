import { expect, test } from 'vitest';

import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Edit } from '#core/edits/edit.ts';

import { judgeGeneration } from './judge-generation.ts';
import { allGood, type Row } from './odd-answers.ts';
import { playAnswer } from './play-answer.ts';

const content = [
  'We walked up the hill in the rain all morning. It was windy, and the tea was cold.',
  'My note was:',
  '> Go home.',
  'The *second* day was better by far. We ate bread.',
].join('\n\n');
const [first, second] = ['in the rain all morning.', 'the tea was cold.'].map(
  (words) => content.indexOf(words) + words.length,
);
const leadIn = content.indexOf('was:') + 4;
const middle = content.indexOf(' up the hill');
const links = [{ id: '0', url: 'https://a.example/(x)', description: 'Boots', integrations: 1 as const }];
const entry = { id: 'x', title: '', format: 'markdown', words: 30, content, links };
const section = 'INSERT 2: Take [[good boots]]((L1)) next time.';
const answer = `VERSION: SAFE\n${section}\nVERSION: INTERESTING\n${section}\nVERSION: CRAZY\n${section}\n`;

async function goodOutcome() {
  const played = { entry, protocol: 'edits', text: answer, textAgain: null } as const;
  return playAnswer(played, { pieces: answer.length, again: 'refused' });
}

async function rowsOf(change: (generation: FinishedGeneration) => FinishedGeneration): Promise<Row[]> {
  const outcome = await goodOutcome();
  if (outcome.generation === null) throw new Error('There is no generation.');
  const question = { content, links, answer, expected: allGood(entry, 'J') };
  const broken = judgeGeneration(question, { ...outcome, generation: change(outcome.generation) });
  return [...new Set(broken.map(({ row }) => row))].sort();
}

function withEdit(start: number, end: number, text: string) {
  return (generation: FinishedGeneration): FinishedGeneration => {
    const edit: Edit = { id: 'x', start, end, text, by: 'model' };
    const edits = [...generation.edits.safe, edit].sort((a, b) => a.start - b.start);
    let [safe, from] = ['', 0];
    for (const each of edits) {
      safe += content.slice(from, each.start) + each.text;
      from = each.end;
    }
    return {
      ...generation,
      edits: { ...generation.edits, safe: edits },
      versions: { ...generation.versions, safe: safe + content.slice(from) },
    };
  };
}

test('a good generation breaks no promise', async () => {
  expect(await rowsOf((generation) => generation)).toEqual([]);
  expect(await rowsOf(withEdit(first ?? 0, first ?? 0, ' Our boots were no help.'))).toEqual([]);
});

test.each<[string, Row, string]>([
  ['an address', 'A', ' See https://evil.example now.'],
  ['a www address', 'A', ' See www.evil.example now.'],
  ['a Markdown link', 'A', ' See [it](/here) now.'],
  ['a link of another address', 'A', ' See [[it]]((https://evil.example)) now.'],
  ['a label', 'D', ' It is in L1 now.'],
  ['a command', 'D', ' INSERT 4: Yes, it was.'],
  ['emphasis', 'D', ' It was **really** so.'],
  ['a tag', 'D', ' It was <b>really</b> so.'],
  ['a character without width', 'D', ' It was really\u200B so.'],
  ['an elision', 'D', ' [... the text goes on ...]'],
  ['a comment', 'E', ' Explanation: this fits the rain.'],
  ['the author’s words', 'F', ' Yes, we walked up the hill in the rain all morning.'],
  ['too many words', 'H', ` Then${' it rained'.repeat(80)}.`],
  ['a phone number', 'I', ' Call +1-800-555-0199 for more.'],
])('an addition with %s breaks promise %s', async (_what, row, text) => {
  expect(await rowsOf(withEdit(first ?? 0, first ?? 0, text))).toContain(row);
});

test('wrong places, lost words and untrue reports are found', async () => {
  expect(await rowsOf(withEdit(leadIn, leadIn, ' It was short.'))).toEqual(['M']);
  expect(await rowsOf(withEdit(middle, middle, ' It was far.'))).toEqual(['M']);
  expect(await rowsOf(withEdit(middle, middle + 3, ''))).toEqual(['G']);
  expect(
    await rowsOf(withEdit(second ?? 0, second ?? 0, ' More [[boots]]((https://a.example/(x))).')),
  ).toEqual(['B']);
  const empty = (generation: FinishedGeneration) => ({
    ...generation,
    versions: { ...generation.versions, safe: '' },
  });
  expect(await rowsOf(empty)).toContain('B');
  const lying = (generation: FinishedGeneration) => ({
    ...generation,
    report: {
      ...generation.report,
      safe: {
        ...generation.report.safe,
        links: generation.report.exploratory.links.map((link) => ({ ...link, times: 2 })),
      },
    },
  });
  expect(await rowsOf(lying)).toEqual(['B']);
});
