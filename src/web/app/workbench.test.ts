import { expect, test } from 'vitest';

import { isSameLinks, reasonNotToSuggest } from './workbench.tsx';

const saved = (description: string, url = 'https://a.example/') => ({ id: 'a', url, description });

test('a link with tags or a wished anchor is the same as the one that was woven without them', () => {
  const known = saved('Chef’s knife anchor: "a knife for life" #kitchen');
  expect(isSameLinks([saved('Chef’s knife')], [known])).toBe(true);
});

test('a link that was changed, or is gone, is not the same', () => {
  expect(isSameLinks([saved('Knife')], [saved('Knife set #kitchen')])).toBe(false);
  expect(isSameLinks([saved('Knife', 'https://b.example/')], [saved('Knife')])).toBe(false);
  expect(isSameLinks([], [saved('Knife')])).toBe(false);
});

test('an empty text has no suggestions', () => {
  expect(reasonNotToSuggest(' \n')).toBe('Add some content to see which of your links fit it');
  expect(reasonNotToSuggest('Bread.')).toBeNull();
});
