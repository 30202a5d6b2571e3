import { expect, test } from 'vitest';

import type { LinkReport, VersionReport } from '#core/report/version-report.ts';

import {
  messageOfKeptSentences,
  messageOfLinkStatus,
  messageOfMoved,
  messageOfReport,
  messagesOfWords,
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
    linksExchanged: 0,
    dropped: [],
    moved: [],
    ...parts,
  };
}

test('a clean report is one line and no faults', () => {
  const clean = report({
    links: [linkReport('a', 'woven', 1), linkReport('b', 'woven', 1)],
    words: 236,
    linksExchanged: 0,
  });
  expect(messageOfReport(clean)).toBe('2 links added · your words unchanged · 1 link per 118 words');
  expect(messagesOfFaults(clean, links)).toEqual([]);
});

test('one link is in the singular', () => {
  const one = report({ links: [linkReport('a', 'woven', 1)], words: 40 });
  expect(messageOfReport(one)).toBe('1 link added · your words unchanged · 1 link per 40 words');
});

test('each fault is named, by description or else by address', () => {
  const faulty = report({
    links: [linkReport('a', 'missing', 0), linkReport('b', 'repeated', 3)],
    unknownUrls: ['https://x.example/', 'https://y.example/'],
    words: 300,
    linksExchanged: 0,
  });
  expect(messageOfReport(faulty)).toBe('0 of 2 links added · your words unchanged · 1 link per 100 words');
  expect(messagesOfFaults(faulty, links)).toEqual([
    '1 link missing: A knife',
    'Added more than once: https://b.example/',
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
  expect(messagesOfFaults(offered, links)).toEqual([
    '1 link missing: A knife (nothing in your text matches)',
  ]);
});

test('links with an old URL in this version are named, and an earlier text is mentioned', () => {
  const woven = report({ links: [linkReport('a', 'woven', 1), linkReport('b', 'woven', 1)], words: 200 });
  expect(messagesOfFaults(woven, links, { isText: true, linkIds: 'a b' })).toEqual([
    'Still with the old URL: A knife; https://b.example/',
    'You’ve edited your text since',
  ]);
  const without = report({ links: [linkReport('a', 'missing', 0)] });
  expect(messagesOfFaults(without, links, { isText: false, linkIds: 'a' })).toEqual([
    '1 link missing: A knife',
  ]);
});

test('each status of a link has a message', () => {
  expect(messageOfLinkStatus(linkReport('a', 'woven', 1))).toBe('Added');
  expect(messageOfLinkStatus(linkReport('a', 'missing', 0))).toBe('Missing');
  expect(messageOfLinkStatus(linkReport('a', 'repeated', 2))).toBe('Added 2 times');
  expect(messageOfLinkStatus(linkReport('a', 'skipped', 0))).toBe('Left out');
  expect(messageOfLinkStatus(linkReport('a', 'woven', 2), true)).toBe('In your text already');
  expect(messageOfLinkStatus(linkReport('a', 'repeated', 2), true)).toBe('Added 2 times');
});

test('a link that the writer left out is counted, but it is no fault', () => {
  const skipped = { ...linkReport('b', 'skipped', 0), skipReason: 'The text is about [[bread]]((x)).' };
  const withSkip = report({ links: [linkReport('a', 'woven', 1), skipped], words: 118 });
  expect(messageOfReport(withSkip)).toBe(
    '1 of 2 links added · 1 left out · your words unchanged · 1 link per 118 words',
  );
  expect(messageOfReport(report({ links: [skipped] }))).toBe(
    '0 of 1 link added · 1 left out · your words unchanged',
  );
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
  [{ wordsTotal: 812, sentencesAdded: 5 }, '5 sentences added, your words unchanged'],
  [{ wordsChanged: 12, sentencesAdded: 1, sentencesRewritten: 6 }, '1 sentence added, 6 rewritten'],
  [{ wordsChanged: 12, sentencesAdded: 2, sentencesRewritten: 6 }, '2 sentences added, 6 rewritten'],
  [{ wordsChanged: 12, sentencesRewritten: 1 }, '1 sentence rewritten'],
  [{ wordsChanged: 90, sentencesRewritten: 6, wordsAdded: 4 }, '6 sentences rewritten'],
  [{ wordsAdded: 4 }, '4 words added, your words unchanged'],
  [{}, 'your words unchanged'],
  [{ linksExchanged: 1200 }, '1,200 links exchanged · your words unchanged'],
])('%j is said as %j', (figures, said) => {
  expect(messageOfReport(report({ links: [link(1)], words: 50, ...figures }))).toBe(
    `1 link added · ${said} · 1 link per 50 words`,
  );
});

test.each([
  [0, '0 links exchanged · your words unchanged'],
  [1, '1 link exchanged · your words unchanged'],
])('a text that only got %i new addresses says so', (linksExchanged, said) => {
  expect(messageOfReport(report({ linksExchanged }))).toBe(said);
});

test('lines of the built-in writer are no sentences', () => {
  const builtIn = report({ links: [{ ...link(1), by: 'built-in' }], sentencesAdded: 3, words: 76 });
  expect(messageOfReport(builtIn)).toBe('1 link added · your words unchanged · 1 link per 76 words');
});

test('claims are counted in the line of figures', () => {
  const claim = { editId: '1', kind: 'price', text: 'It costs $30.' } as const;
  expect(messageOfReport(report({ links: [link(0)], claims: [claim] }))).toMatch(/ · 1 claim to check$/u);
  expect(messageOfReport(report({ links: [link(0)], claims: [claim, claim] }))).toMatch(
    / · 2 claims to check$/u,
  );
});

test.each([
  [{ wordsChanged: 0, wordsTotal: 812 }, ['Your words are unchanged']],
  [{ wordsChanged: 12, wordsTotal: 1812 }, ['12 of your 1,812 words changed']],
  [{ wordsChanged: 1, wordsTotal: 1 }, ['1 of your 1 word changed']],
  [
    { wordsChanged: 12, wordsTotal: 812, wordsAdded: 1 },
    ['12 of your 812 words changed', '1 word added inside sentences'],
  ],
])('the report says %j as %j', (figures, said) => {
  expect(messagesOfWords(report(figures))).toEqual(said);
});

test('kept sentences are counted', () => {
  expect(messageOfKeptSentences(report({ sentencesKept: 40, sentencesTotal: 42 }))).toBe(
    '40 of 42 of your sentences kept word for word',
  );
});

test.each([
  [[1, 1, 2], 472, '3 links added · your words unchanged · 1 link per 118 words'],
  [[1], 1, '1 link added · your words unchanged · 1 link per word'],
  [[9], 3, '1 link added · your words unchanged · 1 link per word'],
  [[0], 500, '1 link added · your words unchanged'],
  [[], 0, '0 links exchanged · your words unchanged'],
])('links that occur %j times in %i words give %j', (times, words, said) => {
  expect(messageOfReport(report({ links: times.map(link), words }))).toBe(said);
});

test.each([
  [[1, 1], 49, 1],
  [[1, 1], 50, 0],
  [[1, 2], 74, 1],
  [[1, 1], 114, 0],
  [[1], 10, 0],
  [[], 10, 0],
])('links that occur %j times in %i words cause %i warnings', (times, words, count) => {
  expect(messagesOfFaults(report({ links: times.map(link), words }), links)).toHaveLength(count);
});

test('the warning about too many links leaves the figure to the line above', () => {
  const crowded = report({ links: Array.from({ length: 40 }, () => link(1)), words: 161 });
  expect(messagesOfFaults(crowded, links)).toEqual(['That’s a lot of links for this length.']);
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
    {
      words: 'One change was skipped because it would have changed your words',
      texts: ['Grow a tower today.'],
    },
    {
      words: '2 changes were skipped, each because this version had already changed as much as allowed',
      texts: ['One.', `${'x'.repeat(200)}…`],
    },
    { words: 'One change was skipped because it wasn’t readable', texts: [] },
  ]);
});

test.each([
  ['too-long', 'One change was skipped because it was too long'],
  ['repeated', 'One change was skipped because it repeats what is already there'],
  [
    'foreign',
    'One change was skipped because it contained a URL, a number or an instruction that isn’t yours',
  ],
] as const)('an edit dropped as %s has its own message', (reason, words) => {
  expect(messagesOfDropped([{ reason, text: 'Buy it.' }])).toEqual([{ words, texts: ['Buy it.'] }]);
});

test('moved additions are counted, and without any there is no message', () => {
  expect(messageOfMoved(report({ moved: [] }))).toBeNull();
  expect(messageOfMoved(report({ moved: ['1'] }))).toBe('One addition is not where the model wanted it');
  expect(messageOfMoved(report({ moved: ['1', '4', '2'] }))).toBe(
    '3 additions are not where the model wanted them',
  );
});

test('only a link that was woven and is gone now counts as taken out', () => {
  const original = report({ links: [linkReport('a', 'woven', 1), linkReport('b', 'missing', 0)] });
  const now = report({ links: [linkReport('a', 'missing', 0), linkReport('b', 'missing', 0)] });
  expect(takenOutOf(now, original)).toEqual(new Set(['a']));
  expect(takenOutOf(original, original)).toEqual(new Set());
});
