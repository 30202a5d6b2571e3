import { existsSync } from 'node:fs';

import { expect, test } from 'vitest';

import { corpusCases, ownCases, recordedAnswers } from './corpus-cases.ts';
import { sharedHostile } from './hostile.ts';
import { sharedCases } from './shared-cases.ts';

test('the shared folder adds as many cases as a run without it reports as left out', () => {
  const own = new Set(ownCases.map(({ id }) => id));
  const answers = (['rewrite', 'edits', 'sloppy'] as const).flatMap(recordedAnswers);
  const added = {
    articles: corpusCases.length - ownCases.length,
    answers: answers.filter(({ id }) => !own.has(id)).length,
    hostileTexts: sharedHostile.texts,
    urls: sharedHostile.urls,
  };
  const isHere = existsSync(new URL('../../../../shared/', import.meta.url));
  expect(added).toEqual(isHere ? sharedCases : { articles: 0, answers: 0, hostileTexts: 0, urls: 0 });
});
