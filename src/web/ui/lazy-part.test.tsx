import { setImmediate as nextTurn } from 'node:timers/promises';

import { Suspense, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { lazyPart } from './lazy-part.tsx';

type Props = { readonly text: string };

/** Returns a part that counts its loads. The first `failures` loads fail. */
function countedPart(failures = 0) {
  let loads = 0;
  const Part = lazyPart<Props>(async () => {
    loads += 1;
    if (loads <= failures) throw new Error('There is no network.');
    return ({ text }) => <p>{text}</p>;
  });
  return { Part, loads: () => loads };
}

function draw(Part: ComponentType<Props>): string {
  return renderToStaticMarkup(
    <Suspense fallback="Wait.">
      <Part text="Here." />
    </Suspense>,
  );
}

test('a part is loaded when it is first drawn, and then drawn at once', async () => {
  const { Part, loads } = countedPart();
  expect(loads()).toBe(0);
  expect(draw(Part)).toContain('Wait.');
  await nextTurn();
  expect(draw(Part)).toBe('<p>Here.</p>');
  expect(loads()).toBe(1);
});

test('a part that was preloaded is drawn at once', async () => {
  const { Part, loads } = countedPart();
  Part.preload();
  await nextTurn();
  expect(draw(Part)).toBe('<p>Here.</p>');
  expect(loads()).toBe(1);
});

test('a part that is loading is not loaded a second time', async () => {
  const { Part, loads } = countedPart();
  Part.preload();
  expect(draw(Part)).toContain('Wait.');
  await nextTurn();
  expect(draw(Part)).toBe('<p>Here.</p>');
  expect(loads()).toBe(1);
});

test('a part whose preload failed is loaded again when it is drawn', async () => {
  const { Part, loads } = countedPart(1);
  Part.preload();
  await nextTurn();
  expect(draw(Part)).toContain('Wait.');
  await nextTurn();
  expect(draw(Part)).toBe('<p>Here.</p>');
  expect(loads()).toBe(2);
});
