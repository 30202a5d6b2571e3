import { describe, expect, test } from 'vitest';

import { faultsOf, recordedAnswers, type CorpusCase } from './corpus-cases.ts';
import { judgeAnswer } from './judge-answer.ts';

/** Returns the counts that the planted faults cause. */
function planted(entry: CorpusCase) {
  const faults = faultsOf(entry.id).filter(({ collateral }) => collateral !== true);
  const count = (...names: string[]) => faults.filter(({ fault }) => names.includes(fault)).length;
  const wanted = entry.links.length * 3;
  const bad = {
    mended: count('space_between', 'markdown_link', 'single_brackets'),
    changed: count('url_changed', 'url_html_escaped', 'punctuation_in_url', 'truncated'),
    // The list of missing links includes the truncated ones.
    dropped: count('link_missing') - count('truncated'),
    repeated: count('link_duplicated'),
    lost: count('version_missing') * entry.links.length,
  };
  const exact = wanted - Object.values(bad).reduce((sum, each) => sum + each, 0);
  return { wanted, exact, ...bad, invented: count('invented_link') };
}

describe('judging an answer', () => {
  test.each(recordedAnswers('sloppy'))('counts the planted faults of sloppy answer $id', (entry) => {
    expect(judgeAnswer(entry, entry.answer).links).toEqual(planted(entry));
  });

  test.each(recordedAnswers('rewrite'))(
    'finds nothing wrong with clean answer $id, and the safe version nearly untouched',
    (entry) => {
      const { links, versions } = judgeAnswer(entry, entry.answer);
      const wanted = entry.links.length * 3;
      expect(links).toMatchObject({ wanted, exact: wanted, invented: 0 });
      const { wordsChanged = 0, wordsTotal = 1 } = versions.safe ?? {};
      expect(wordsChanged / wordsTotal).toBeLessThan(0.02);
    },
  );
});

test('an answer in edits is judged by its labels', () => {
  const entry: CorpusCase = {
    id: 'x',
    title: '',
    format: 'text',
    words: 6,
    content: 'We walked up. It was windy. We ate.',
    links: ['https://a.example/boots', 'https://b.example/jacket', 'https://c.example/rye'].map(
      (url, index) => ({ id: `${index}`, url, description: '', integrations: 1 }),
    ),
  };
  const { links, versions } = judgeAnswer(
    entry,
    [
      'VERSION: SAFE',
      'INSERT 1: Take [[good boots]]((L1)). [[A jacket]]((L2)) helps, and [[bread]]((L3)).',
      'VERSION: INTERESTING',
      'INSERT 1: Take [good boots]((l1)) and [[more boots]]((L1)), and [[a hat]]((L9)).',
      'REPLACE 2: It was very windy with [[a jacket]]((https://b.example/jackets)).',
    ].join('\n'),
  );
  expect(links).toEqual({
    wanted: 9,
    exact: 3,
    mended: 0,
    changed: 1,
    dropped: 1,
    repeated: 1,
    lost: 3,
    invented: 1,
  });
  expect(versions.safe).toMatchObject({ wordsChanged: 0, sentencesKept: 3 });
  expect(versions.exploratory).toMatchObject({ sentencesKept: 2, sentencesTotal: 3 });
  expect(versions.experimental).toBeNull();
});
