import { expect, test } from 'vitest';

import type { LinkReport, VersionReport } from '#core/report/report.ts';

import { linkStatusWords, reportFaults, reportSummary } from './report-messages.ts';

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
});

function report(parts: Partial<VersionReport>): VersionReport {
  return {
    links: [],
    unknownUrls: [],
    sentencesAdded: 0,
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
    sentencesAdded: 4,
  });
  expect(reportSummary(clean)).toBe('2 of 2 links woven, 4 sentences added');
  expect(reportFaults(clean, links)).toEqual([]);
});

test('one of a thing is said in the singular', () => {
  expect(reportSummary(report({ links: [linkReport('a', 'woven', 1)], sentencesAdded: 1 }))).toBe(
    '1 of 1 link woven, 1 sentence added',
  );
});

test('each fault is named, by description or else by address', () => {
  const faulty = report({
    links: [linkReport('a', 'missing', 0), linkReport('b', 'repeated', 3)],
    unknownUrls: ['https://x.example/', 'https://y.example/'],
  });
  expect(reportSummary(faulty)).toBe('0 of 2 links woven, 0 sentences added');
  expect(reportFaults(faulty, links)).toEqual([
    '1 link missing: A knife',
    '1 link woven in more than once: https://b.example/',
    '2 unknown addresses left out: https://x.example/; https://y.example/',
  ]);
});

test('a link that is offered because it fits nowhere is named with the reason', () => {
  const offer = { id: 'o', start: 0, end: 0, text: 'x', by: 'built-in' } as const;
  const offered = report({ links: [{ ...linkReport('a', 'missing', 0), offer }] });
  expect(reportFaults(offered, links)).toEqual(['1 link missing: A knife (no passage about this)']);
});

test('a status is said in words', () => {
  expect(linkStatusWords(linkReport('a', 'woven', 1))).toBe('Woven in');
  expect(linkStatusWords(linkReport('a', 'missing', 0))).toBe('Missing');
  expect(linkStatusWords(linkReport('a', 'repeated', 2))).toBe('Woven in 2 times');
});
