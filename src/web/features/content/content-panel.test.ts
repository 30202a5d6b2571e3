import { expect, test } from 'vitest';

import { incompleteReason, reasonNotToGenerate, resultShownReason, writingReason } from './content-panel.tsx';

const ready = {
  content: 'Bread.',
  tooLong: null,
  chosenLinks: 1,
  phase: 'idle',
  isResultShown: false,
} as const;

const shown = { phase: 'result', isResultShown: true } as const;

test('content and one link are enough', () => {
  expect(reasonNotToGenerate(ready)).toBeNull();
});

test('content that is too long is the reason if nothing else is missing', () => {
  const tooLong = 'Shorten your content';
  expect(reasonNotToGenerate({ ...ready, tooLong })).toBe(tooLong);
  expect(reasonNotToGenerate({ ...ready, tooLong, chosenLinks: 0 })).toBe(incompleteReason);
  expect(reasonNotToGenerate({ ...ready, ...shown, tooLong })).toBe(resultShownReason);
});

test('after a part of a result the user can try again', () => {
  expect(reasonNotToGenerate({ ...ready, phase: 'unfinished' })).toBeNull();
});

test.each([
  { ...ready, content: ' \n\t' },
  { ...ready, chosenLinks: 0 },
  { ...ready, chosenLinks: 0, phase: 'result' } as const,
])('$phase with $chosenLinks links is not', (state) => {
  expect(reasonNotToGenerate(state)).toBe('Select at least one link and add some content');
  expect(incompleteReason).toBe('Select at least one link and add some content');
});

test('while a generation runs, its tooltip does not speak of links', () => {
  expect(reasonNotToGenerate({ ...ready, phase: 'processing' })).toBe(writingReason);
  expect(reasonNotToGenerate({ ...ready, content: '', chosenLinks: 0, phase: 'processing' })).toBe(
    writingReason,
  );
});

test('after a result the user has to start over, unless the content or the links differ', () => {
  expect(reasonNotToGenerate({ ...ready, ...shown })).toBe(
    'To discourage bots, you have to start over if you want different results',
  );
  expect(reasonNotToGenerate({ ...ready, phase: 'result' })).toBeNull();
});
