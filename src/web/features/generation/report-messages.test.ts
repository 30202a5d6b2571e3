import { expect, test } from 'vitest';

import type { LinkReport, VersionReport } from '#core/report/version-report.ts';

import {
  messageOfKeptSentences,
  messageOfLinkStatus,
  messageOfMoved,
  messageOfReport,
  messageOfUsage,
  messageOfWords,
  messagesOfDropped,
  messagesOfFaults,
  reasonOf,
  takenOutOf,
} from './report-messages.ts';

const links = [
  { id: 'a', url: 'https://a.example/', description: 'A knife' },
  { id: 'b', url: 'https://b.example/', description: ' ' },
];
const linkReport = (linkId: string, status: LinkReport['status'], times: number): LinkReport => ({
  linkId,
  url: `https://${linkId}.example/`,
  status,
  times,
  by: times > 0 ? 'model' : null,
  offer: null,
  skipReason: '',
});

function report(parts: Partial<VersionReport>): VersionReport {
  return {
    links: [],
    unknownUrls: [],
    sentencesAdded: 0,
    sentencesRewritten: 0,
    wordsAdded: 0,
    claims: [],
    sentencesKept: 0,
    sentencesTotal: 0,
    wordsChanged: 0,
    wordsTotal: 1,
    words: 1,
    dropped: [],
    moved: [],
    ...parts,
  };
}

test('a clean report is one line and no faults', () => {
  const clean = report({
    links: [linkReport('a', 'woven', 1), linkReport('b', 'woven', 1)],
    words: 236,
  });
  expect(messageOfReport(clean)).toBe('2 of 2 links woven, 1 link per 118 words');
  expect(messagesOfFaults(clean, links)).toEqual([]);
});

test('one link is in the singular', () => {
  const one = report({ links: [linkReport('a', 'woven', 1)], words: 40 });
  expect(messageOfReport(one)).toBe('1 of 1 link woven, 1 link per 40 words');
});

test('each fault is named, by description or else by address', () => {
  const faulty = report({
    links: [linkReport('a', 'missing', 0), linkReport('b', 'repeated', 3)],
    unknownUrls: ['https://x.example/', 'https://y.example/'],
    words: 300,
  });
  expect(messageOfReport(faulty)).toBe('0 of 2 links woven, 1 link per 100 words');
  expect(messagesOfFaults(faulty, links)).toEqual([
    '1 link missing: A knife',
    'Woven in more than once: https://b.example/',
    '2 unknown addresses left out: https://x.example/; https://y.example/',
  ]);
});

test('a woven address without a scheme is named, because other programs get only its words', () => {
  const faulty = report({ links: [{ ...linkReport('a', 'woven', 1), url: 'amzn.example/3abc' }], words: 90 });
  expect(messagesOfFaults(faulty, links)).toEqual(['Copied only as words, without https://: A knife']);
});

test('a link that is offered because it fits nowhere is named with the reason', () => {
  const offer = { id: 'o', start: 0, end: 0, text: 'x', by: 'built-in' } as const;
  const offered = report({ links: [{ ...linkReport('a', 'missing', 0), offer }] });
  expect(messagesOfFaults(offered, links)).toEqual(['1 link missing: A knife (no passage about this)']);
});

test('links with an old URL in this version are named, and an earlier text is mentioned', () => {
  const woven = report({ links: [linkReport('a', 'woven', 1), linkReport('b', 'woven', 1)], words: 200 });
  expect(messagesOfFaults(woven, links, { isText: true, linkIds: 'a b' })).toEqual([
    'Still with the old URL: A knife; https://b.example/',
    'For an earlier text',
  ]);
  const without = report({ links: [linkReport('a', 'missing', 0)] });
  expect(messagesOfFaults(without, links, { isText: false, linkIds: 'a' })).toEqual([
    '1 link missing: A knife',
  ]);
});

test('each status of a link has a message', () => {
  expect(messageOfLinkStatus(linkReport('a', 'woven', 1))).toBe('Woven in');
  expect(messageOfLinkStatus(linkReport('a', 'missing', 0))).toBe('Missing');
  expect(messageOfLinkStatus(linkReport('a', 'repeated', 2))).toBe('Woven in 2 times');
  expect(messageOfLinkStatus(linkReport('a', 'skipped', 0))).toBe('Left out');
});

test('a link that the writer left out is counted, but it is no fault', () => {
  const skipped = { ...linkReport('b', 'skipped', 0), skipReason: 'The text is about [[bread]]((x)).' };
  const withSkip = report({ links: [linkReport('a', 'woven', 1), skipped], words: 118 });
  expect(messageOfReport(withSkip)).toBe('1 of 2 links woven, 1 left out, 1 link per 118 words');
  expect(messageOfReport(report({ links: [skipped] }))).toBe('0 of 1 link woven, 1 left out');
  expect(messagesOfFaults(withSkip, links)).toEqual([]);
  expect(takenOutOf(withSkip, withSkip)).toEqual(new Set());
  expect(reasonOf(skipped)).toBe('The text is about bread');
});

const link = (times: number) =>
  ({
    linkId: 'a',
    url: 'https://a.example/',
    status: 'woven',
    times,
    by: 'model',
    offer: null,
    skipReason: '',
  }) as const;

test.each([
  [{ wordsChanged: 0, wordsTotal: 812, sentencesAdded: 5 }, 'Your words untouched, 5 sentences added'],
  [
    { wordsChanged: 12, wordsTotal: 1812, sentencesAdded: 1 },
    '12 of your 1,812 words changed, 1 sentence added',
  ],
  [{ wordsChanged: 1, wordsTotal: 1, sentencesAdded: 0 }, '1 of your 1 word changed, 0 sentences added'],
  [
    { wordsTotal: 812, wordsAdded: 4, sentencesAdded: 2 },
    'Your words untouched, 4 words added inside sentences, 2 sentences added',
  ],
  [
    { wordsChanged: 12, wordsTotal: 812, wordsAdded: 1, sentencesRewritten: 1 },
    '12 of your 812 words changed, 1 word added inside sentences, 0 sentences added, 1 sentence rewritten',
  ],
  [
    { wordsTotal: 9, sentencesAdded: 1, sentencesRewritten: 3 },
    'Your words untouched, 1 sentence added, 3 sentences rewritten',
  ],
])('%j is said as %j', (figures, said) => {
  expect(messageOfWords(report(figures))).toBe(said);
});

test('kept sentences are counted', () => {
  expect(messageOfKeptSentences(report({ sentencesKept: 40, sentencesTotal: 42 }))).toBe(
    '40 of 42 of your sentences kept word for word',
  );
});

test.each([
  [[1, 1, 2], 472, '3 of 3 links woven, 1 link per 118 words'],
  [[1], 1, '1 of 1 link woven, 1 link per word'],
  [[9], 3, '1 of 1 link woven, 1 link per word'],
  [[0], 500, '1 of 1 link woven'],
  [[], 0, '0 of 0 links woven'],
])('links that occur %j times in %i words give %j', (times, words, said) => {
  expect(messageOfReport(report({ links: times.map(link), words }))).toBe(said);
});

test.each([
  [[1, 1], 119, 1],
  [[1, 1], 120, 0],
  [[1, 2], 179, 1],
  [[1], 10, 0],
  [[], 10, 0],
])('links that occur %j times in %i words cause %i warnings', (times, words, count) => {
  expect(messagesOfFaults(report({ links: times.map(link), words }), links)).toHaveLength(count);
});

test('the warning about too many links says how many there are and what to do', () => {
  const crowded = report({ links: Array.from({ length: 40 }, () => link(1)), words: 161 });
  expect(messagesOfFaults(crowded, links)).toEqual([
    '1 link per 4 words: more than readers and search engines accept. Take some links out.',
  ]);
});

test('unused edits are grouped by reason, with their text and without markup', () => {
  expect(
    messagesOfDropped([
      { reason: 'not-safe', text: 'Grow a [[tower]]((L1)) today.' },
      { reason: 'too-many', text: 'One.' },
      { reason: 'too-many', text: 'x'.repeat(300) },
      { reason: 'unreadable', text: ' ' },
    ]),
  ).toEqual([
    { words: 'One edit was left out: it would have changed your words', texts: ['Grow a tower today.'] },
    {
      words: '2 edits were left out, each because this version had changed as much as it may',
      texts: ['One.', `${'x'.repeat(200)}…`],
    },
    { words: 'One edit was left out: it could not be read', texts: [] },
  ]);
});

test.each([
  ['too-long', 'One edit was left out: it was longer than an addition may be'],
  ['repeated', 'One edit was left out: it says what stands there already'],
  ['foreign', 'One edit was left out: it held an address, a number or an instruction that nobody chose'],
] as const)('an edit dropped as %s has its own message', (reason, words) => {
  expect(messagesOfDropped([{ reason, text: 'Buy it.' }])).toEqual([{ words, texts: ['Buy it.'] }]);
});

test('moved additions are counted, and without any there is no message', () => {
  expect(messageOfMoved(report({ moved: [] }))).toBeNull();
  expect(messageOfMoved(report({ moved: ['1'] }))).toBe(
    'One addition stands at another place than the model named',
  );
  expect(messageOfMoved(report({ moved: ['1', '4', '2'] }))).toBe(
    '3 additions stand at another place than the model named',
  );
});

test.each([
  [{ inputTokens: 1_240, outputTokens: 3_310, costUsd: 0.2358 }, '1,240 tokens in, 3,310 out, about $0.24'],
  [
    { inputTokens: 1_240, outputTokens: 3_310, costUsd: 1_204.5 },
    '1,240 tokens in, 3,310 out, about $1,204.50',
  ],
  [{ inputTokens: 10, outputTokens: 20, costUsd: 0.0456 }, '10 tokens in, 20 out, about $0.046'],
  [{ inputTokens: 10, outputTokens: 20, costUsd: 0.0000123 }, '10 tokens in, 20 out, about $0.000012'],
  [{ inputTokens: 10, outputTokens: 20, costUsd: 0 }, '10 tokens in, 20 out'],
  [{ inputTokens: 10, outputTokens: 20, costUsd: null }, '10 tokens in, 20 out'],
])('%j gives: %s', (usage, words) => {
  expect(messageOfUsage(usage)).toBe(`This generation: ${words}`);
});

test('only a link that was woven and is gone now counts as taken out', () => {
  const original = report({ links: [linkReport('a', 'woven', 1), linkReport('b', 'missing', 0)] });
  const now = report({ links: [linkReport('a', 'missing', 0), linkReport('b', 'missing', 0)] });
  expect(takenOutOf(now, original)).toEqual(new Set(['a']));
  expect(takenOutOf(original, original)).toEqual(new Set());
});
