import { createRef } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { ContentPanel } from './content-panel.tsx';

const ready = {
  content: 'Bread.',
  tooLong: null,
  chosenLinks: 1,
  phase: 'idle',
  isResultShown: false,
} as const;

type State = Pick<
  Parameters<typeof ContentPanel>[0],
  'content' | 'tooLong' | 'chosenLinks' | 'phase' | 'isResultShown'
>;

/** Returns the tooltip of Generate, which says why it is off. Null: it is on. */
function reasonFor(state: State): string | null {
  const html = renderToStaticMarkup(
    <ContentPanel
      {...state}
      onChange={() => {}}
      onGenerate={() => {}}
      onReset={() => {}}
      canReset
      floodLimit={1000}
      onFlood={() => {}}
      field={createRef()}
      meter={null}
      moreActions={null}
      belowField={null}
      foot={null}
    />,
  );
  const [, button = '', tooltip = ''] =
    /<button([^>]*generate[^>]*)>Generate<\/button><span[^>]*>([^<]*)</u.exec(html) ?? [];
  return button.includes('aria-disabled') ? tooltip : null;
}

const shown = { phase: 'result', isResultShown: true } as const;
const incomplete = 'Select at least one link and add some content';
const startOver = 'To discourage bots, you have to start over if you want different results';

test('content and one link are enough, and enough again after a part of a result', () => {
  expect(reasonFor(ready)).toBeNull();
  expect(reasonFor({ ...ready, phase: 'unfinished' })).toBeNull();
});

test('content that is too long is the reason if nothing else is missing', () => {
  const tooLong = 'Shorten your content';
  expect(reasonFor({ ...ready, tooLong })).toBe(tooLong);
  expect(reasonFor({ ...ready, tooLong, chosenLinks: 0 })).toBe(incomplete);
  expect(reasonFor({ ...ready, ...shown, tooLong })).toBe(startOver);
});

test.each([
  { ...ready, content: ' \n\t' },
  { ...ready, chosenLinks: 0 },
  { ...ready, chosenLinks: 0, phase: 'result' } as const,
])('$phase with $chosenLinks links is not', (state) => {
  expect(reasonFor(state)).toBe(incomplete);
});

test('while a generation runs, the tooltip is the one before it', () => {
  expect(reasonFor({ ...ready, phase: 'processing' })).toBe(incomplete);
  expect(reasonFor({ ...ready, content: '', chosenLinks: 0, phase: 'processing' })).toBe(incomplete);
});

test('after a result the user has to start over, unless the content or the links differ', () => {
  expect(reasonFor({ ...ready, ...shown })).toBe(startOver);
  expect(reasonFor({ ...ready, phase: 'result' })).toBeNull();
});
