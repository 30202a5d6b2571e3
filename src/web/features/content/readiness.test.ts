import { expect, test } from 'vitest';

import { incompleteReason, reasonNotToGenerate, resultShownReason } from './readiness.ts';

const ready = { content: 'Bread.', chosenLinks: 1, phase: 'idle' } as const;

test('content and one link are enough', () => {
  expect(reasonNotToGenerate(ready)).toBeNull();
});

test.each([
  { ...ready, content: ' \n\t' },
  { ...ready, chosenLinks: 0 },
  { ...ready, phase: 'processing' } as const,
])('$phase with $chosenLinks links is not', (desk) => {
  expect(reasonNotToGenerate(desk)).toBe('Select at least one link and add some content');
  expect(incompleteReason).toBe('Select at least one link and add some content');
});

test('after a result one has to start over, whatever is on the desk', () => {
  expect(reasonNotToGenerate({ ...ready, phase: 'result' })).toBe(resultShownReason);
  expect(reasonNotToGenerate({ content: '', chosenLinks: 0, phase: 'result' })).toBe(
    'To discourage bots, you have to start over if you want different results',
  );
});
