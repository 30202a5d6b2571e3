import { setImmediate as nextTurn } from 'node:timers/promises';

import { Suspense } from 'react';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { lazyPart } from './lazy-part.tsx';

type Words = { readonly words: string };

/** A part whose fetches are counted; the first ones may fail. */
function countedPart(failures = 0) {
  let fetches = 0;
  const Part = lazyPart<Words>(async () => {
    fetches += 1;
    if (fetches <= failures) throw new Error('There is no network.');
    return ({ words }) => <p>{words}</p>;
  });
  return { Part, fetches: () => fetches };
}

function draw(Part: ComponentType<Words>): string {
  return renderToStaticMarkup(
    <Suspense fallback="Wait.">
      <Part words="Here." />
    </Suspense>,
  );
}

test('a part is fetched when it is first drawn, and drawn at once from then on', async () => {
  const { Part, fetches } = countedPart();
  expect(fetches()).toBe(0);
  expect(draw(Part)).toContain('Wait.');
  await nextTurn();
  expect(draw(Part)).toBe('<p>Here.</p>');
  expect(fetches()).toBe(1);
});

test('a part that was fetched before is drawn at once', async () => {
  const { Part, fetches } = countedPart();
  Part.preload();
  await nextTurn();
  expect(draw(Part)).toBe('<p>Here.</p>');
  expect(fetches()).toBe(1);
});

test('who draws a part that is on its way waits for the same', async () => {
  const { Part, fetches } = countedPart();
  Part.preload();
  expect(draw(Part)).toContain('Wait.');
  await nextTurn();
  expect(draw(Part)).toBe('<p>Here.</p>');
  expect(fetches()).toBe(1);
});

test('a part that could not be fetched before it was needed is fetched again when it is', async () => {
  const { Part, fetches } = countedPart(1);
  Part.preload();
  await nextTurn();
  expect(draw(Part)).toContain('Wait.');
  await nextTurn();
  expect(draw(Part)).toBe('<p>Here.</p>');
  expect(fetches()).toBe(2);
});
