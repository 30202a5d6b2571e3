import { expect, test } from 'vitest';

import { incompleteReason, reasonNotToGenerate, resultShownReason } from './content-panel.tsx';

const ready = { content: 'Bread.', tooLong: null, chosenLinks: 1, phase: 'idle' } as const;

test('content and one link are enough', () => {
  expect(reasonNotToGenerate(ready)).toBeNull();
});

test('content that is too long is the reason if nothing else is missing', () => {
  const tooLong = 'Shorten your content';
  expect(reasonNotToGenerate({ ...ready, tooLong })).toBe(tooLong);
  expect(reasonNotToGenerate({ ...ready, tooLong, chosenLinks: 0 })).toBe(incompleteReason);
  expect(reasonNotToGenerate({ ...ready, tooLong, phase: 'result' })).toBe(resultShownReason);
});

test('after a part of a result the user can try again', () => {
  expect(reasonNotToGenerate({ ...ready, phase: 'unfinished' })).toBeNull();
});

test.each([
  { ...ready, content: ' \n\t' },
  { ...ready, chosenLinks: 0 },
  { ...ready, phase: 'processing' } as const,
])('$phase with $chosenLinks links is not', (state) => {
  expect(reasonNotToGenerate(state)).toBe('Select at least one link and add some content');
  expect(incompleteReason).toBe('Select at least one link and add some content');
});

test('after a result the user has to start over', () => {
  expect(reasonNotToGenerate({ ...ready, phase: 'result' })).toBe(resultShownReason);
  expect(reasonNotToGenerate({ content: '', tooLong: null, chosenLinks: 0, phase: 'result' })).toBe(
    'To discourage bots, you have to start over if you want different results',
  );
});
