import { expect, test } from 'vitest';

import type { VersionReport } from '#core/report/report.ts';

import { changedWords, densityWords, keptWords, leftOut, movedWords } from './proof-messages.ts';

function report(parts: Partial<VersionReport>): VersionReport {
  return {
    links: [],
    unknownUrls: [],
    sentencesAdded: 0,
    sentencesKept: 0,
    sentencesTotal: 0,
    wordsChanged: 0,
    wordsTotal: 0,
    words: 0,
    dropped: [],
    moved: [],
    ...parts,
  };
}

const link = (times: number) =>
  ({ linkId: 'a', url: 'https://a.example/', status: 'woven', times, by: 'model', offer: null }) as const;

test('what is changed is said of how many', () => {
  expect(changedWords(report({ wordsChanged: 0, wordsTotal: 1812 }))).toBe('0 of 1,812 words changed');
  expect(changedWords(report({ wordsChanged: 1, wordsTotal: 1 }))).toBe('1 of 1 word changed');
  expect(keptWords(report({ sentencesKept: 40, sentencesTotal: 42 }))).toBe(
    '40 of 42 of your sentences kept word for word',
  );
});

test.each([
  [[1, 1, 2], 472, '1 link per 118 words'],
  [[1], 1, '1 link per word'],
  [[9], 3, '1 link per word'],
  [[0], 500, 'no links'],
  [[], 0, 'no links'],
])('links that stand %j times in %i words are %j', (times, words, said) => {
  expect(densityWords(report({ links: times.map(link), words }))).toBe(said);
});

test('what was left out is said by reason, with its words and without its markup', () => {
  expect(
    leftOut([
      { reason: 'not-safe', text: 'Grow a [[tower]]((L1)) today.' },
      { reason: 'too-many', text: 'One.' },
      { reason: 'too-many', text: 'x'.repeat(300) },
      { reason: 'unreadable', text: ' ' },
    ]),
  ).toEqual([
    { words: 'One edit was left out: it would have changed your words', texts: ['Grow a tower today.'] },
    {
      words: '2 edits were left out: this version had changed as much as it may',
      texts: ['One.', `${'x'.repeat(200)}…`],
    },
    { words: 'One edit was left out: it could not be read', texts: [] },
  ]);
});

test.each([
  ['too-long', 'One edit was left out: it was longer than an addition may be'],
  ['repeated', 'One edit was left out: it says what stands there already'],
  ['foreign', 'One edit was left out: it held an address, a number or an instruction that nobody chose'],
] as const)('an edit that was dropped as %s says so', (reason, words) => {
  expect(leftOut([{ reason, text: 'Buy it.' }])).toEqual([{ words, texts: ['Buy it.'] }]);
});

test('additions that stand elsewhere than the model wanted are counted in words, and none are not mentioned', () => {
  expect(movedWords(report({ moved: [] }))).toBeNull();
  expect(movedWords(report({ moved: ['1'] }))).toBe(
    'One addition stands at another place than the model named',
  );
  expect(movedWords(report({ moved: ['1', '4', '2'] }))).toBe(
    '3 additions stand at another place than the model named',
  );
});
