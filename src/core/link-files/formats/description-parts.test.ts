import { expect, test } from 'vitest';

import { splitDescription } from '#core/links/description.ts';

import { joinDescription } from './description-parts.ts';

test.each([
  [['Pan', 'a pan for life', ['kitchen', 'gift']], 'Pan anchor: "a pan for life" #kitchen #gift'],
  [['Pan', '', ['Home & garden', '#cast iron', ' ', '2024', '-']], 'Pan #Home-garden #cast-iron'],
  [['', 'a  pan\nfor life', []], 'anchor: "a pan for life"'],
  [['Pan', 'pan', []], 'Pan'],
  [['Pan', 'a "good" pan', []], 'Pan'],
  [['Pan', '', ['x'.repeat(60)]], `Pan #${'x'.repeat(40)}`],
] as const)('the parts %j are joined as %j', ([words, anchor, tags], description) => {
  expect(joinDescription(words, anchor, tags)).toBe(description);
});

test('what is joined is divided into the same parts', () => {
  expect(splitDescription(joinDescription('Pan', 'a pan for life', ['kitchen', 'gift']))).toEqual({
    words: 'Pan',
    anchor: 'a pan for life',
    tags: ['kitchen', 'gift'],
  });
});
