import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createImportStore } from './import-store.ts';
import { ImportProgress, tickImported } from './import-progress.tsx';

function ticksOf(count: number) {
  const ids = new Set(idsFrom('old', count));
  return {
    get: () => [...ids],
    has: (id: string) => ids.has(id),
    tickAll: (added: readonly string[]) => added.forEach((id) => ids.add(id)),
  };
}

const idsFrom = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}${index}`);

/** Returns what the end of an import says. */
function outcomeOf(imported: number, ticked: number): string {
  const store = createImportStore({ lookUp: async () => [], importLinks: async () => [] }, () => 0);
  const counts = { new: imported, saved: 0, twice: 0, refused: 0 };
  const state = {
    step: 'done',
    plan: {
      rows: [],
      counts,
      doubts: { several: counts, scheme: counts, plain: counts, blank: counts, escaped: counts },
    },
    done: imported,
    total: imported,
    kept: 0,
    refused: [],
    ids: idsFrom('new', imported),
    ticked,
  } as const;
  return renderToStaticMarkup(<ImportProgress store={store} state={state} onClose={() => {}} />);
}

test.each([
  [1, 0, 1, 'It is selected.'],
  [50, 3, 50, 'All are selected.'],
  [51, 0, 0, 'None is selected, because there are more than 50. Tick the ones you want.'],
  [50, 150, 50, 'All are selected.'],
  [50, 151, 0, 'None is selected, because a text takes at most 200 links. Tick the ones you want.'],
])('%i imported, %i ticked before: %i are ticked. %s', (imported, before, ticked, message) => {
  const ticks = ticksOf(before);
  expect(tickImported(idsFrom('new', imported), ticks)).toBe(ticked);
  expect(ticks.get()).toHaveLength(before + ticked);
  expect(outcomeOf(imported, ticked)).toContain(message);
});

test('after a stop, links that were ticked stay ticked when the import grows too large', () => {
  const ticks = ticksOf(0);
  const ids = idsFrom('new', 70);
  expect(tickImported(ids.slice(0, 30), ticks)).toBe(30);
  expect(tickImported(ids, ticks)).toBe(30);
  expect(outcomeOf(70, 30)).toContain('30 are selected. Tick any others you want.');
  expect(outcomeOf(0, 0)).not.toContain('selected');
});
