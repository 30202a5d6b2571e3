import { expect, test } from 'vitest';

import { checkEditedVersion } from '#core/report/check-edits.ts';
import type { FinishedGeneration } from '#core/generation/generation.ts';
import { applyEdits } from '#core/edits/apply-edits.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import { againWords, createAgainRun } from './again-run.ts';
import type { WeaveAgain } from './again-run.ts';
import { createWeaveDesk } from './weave-desk.ts';

const text = 'One stone. Two birds. Three wishes.';
const links = [
  { id: 'x', url: 'https://a.example/x', description: 'A stone', integrations: 1 },
  { id: 'y', url: 'https://a.example/y', description: 'A bird', integrations: 1 },
] as const;

function edit(id: string, start: number, words: string, end = start): Edit {
  return { id, start, end, text: words, by: 'model' };
}

const first = edit('1', 10, ' See the [[stone]]((https://a.example/x)).');
const second = edit('2', 21, ' See the [[bird]]((https://a.example/y)).');

function generationOf(
  edits: readonly Edit[],
  chosen: FinishedGeneration['links'] = links,
): FinishedGeneration {
  const each = <T>(value: T) => ({ safe: value, exploratory: value, experimental: value });
  return {
    text,
    links: chosen,
    versions: each(applyEdits(text, edits)),
    edits: each(edits),
    report: each(checkEditedVersion(text, edits, chosen).report),
    unfinished: [],
    usage: null,
  };
}

function begin(weaveAgain: WeaveAgain, version: ShownVersion['version'] = 'safe') {
  const generation = generationOf([first, second]);
  const written = { generation, version, edits: generation.edits.safe, report: generation.report.safe };
  const desk = createWeaveDesk();
  const run = createAgainRun({ desk, weaveAgain, wordsFor: () => 'The network is away.' });
  return { desk, run, written, edits: () => desk.work(written).shown.edits };
}

const answer =
  (...edits: Edit[]) =>
  async () =>
    generationOf(edits, [links[0]]);

test('the link alone is asked for, in none of the wordings that are known', async () => {
  const orders: unknown[] = [];
  const { run, written } = begin(async (order) => {
    orders.push(order);
    return generationOf([edit('1', 35, ' A [[stone]]((https://a.example/x)) it is.')], [links[0]]);
  });
  await run.start(written, '1');
  await run.start(written, '1');
  expect(orders).toEqual([
    { content: text, linkIds: ['x'], only: { version: 'safe', avoid: ['See the stone.'] } },
    {
      content: text,
      linkIds: ['x'],
      only: { version: 'safe', avoid: ['A stone it is.', 'See the stone.'] },
    },
  ]);
});

test('the new wording takes the place of the old one, and every other edit stays the same object', async () => {
  const { run, written, edits } = begin(answer(edit('7', 35, ' A [[stone]]((https://a.example/x)) it is.')));
  expect(await run.start(written, '1')).toBe(true);
  expect(edits()).toEqual([second, edit('1', 35, ' A [[stone]]((https://a.example/x)) it is.')]);
  expect(edits()[0]).toBe(second);
  expect(run.state().phase).toBe('rest');
});

test('what was woven again is one more wording to choose from, and can be undone', async () => {
  const { run, written, desk, edits } = begin(
    answer(edit('1', 10, ' Ah, the [[stone]]((https://a.example/x)).')),
  );
  await run.start(written, '1');
  expect(desk.work(written).again).toHaveLength(1);
  desk.act(written, { type: 'undo' });
  expect(edits()).toEqual([first, second]);
});

test('an answer without the link, or with the same words, changes nothing and says so', async () => {
  for (const reply of [answer(), answer(first)]) {
    const { run, written, edits } = begin(reply);
    expect(await run.start(written, '1')).toBe(false);
    expect(run.state()).toMatchObject({ phase: 'failed', id: '1', reason: againWords.none });
    expect(edits()).toEqual([first, second]);
  }
});

test('in safe an answer that replaces a sentence of the author is not taken', async () => {
  const replaced = edit('1', 0, 'A [[stone]]((https://a.example/x)).', 10);
  const safe = begin(answer(replaced));
  await safe.run.start(safe.written, '1');
  expect(safe.edits()).toEqual([first, second]);
  const free = begin(answer(replaced), 'exploratory');
  await free.run.start(free.written, '1');
  expect(free.edits()).toEqual([replaced, second]);
});

test("in safe an answer that lays a link around the author's own words is taken at that place", async () => {
  const laid = edit('7', 4, '[[stone]]((https://a.example/x))', 9);
  const { run, written, edits } = begin(answer(laid));
  expect(await run.start(written, '1')).toBe(true);
  expect(edits()).toEqual([{ ...laid, id: '1' }, second]);
});

test('a failure is told in words, and the next try begins anew', async () => {
  const { run, written, edits } = begin(() => Promise.reject(new Error('lost')));
  expect(await run.start(written, '1')).toBe(false);
  expect(run.state()).toMatchObject({ phase: 'failed', reason: 'The network is away.' });
  expect(edits()).toEqual([first, second]);
  run.stop();
  expect(run.state().phase).toBe('rest');
});

test('Stop ends the call, and what still comes is not taken', async () => {
  let signal: AbortSignal | null = null;
  const { run, written, edits } = begin(
    (_order, ended) =>
      new Promise((resolve) => {
        signal = ended;
        ended.addEventListener('abort', () =>
          resolve(generationOf([edit('1', 35, ' [[S]]((https://a.example/x)).')])),
        );
      }),
  );
  const done = run.start(written, '1');
  expect(run.state()).toMatchObject({ phase: 'busy', id: '1' });
  expect(await run.start(written, '2')).toBe(false);
  run.stop();
  expect(await done).toBe(false);
  expect(signal).toMatchObject({ aborted: true });
  expect(edits()).toEqual([first, second]);
});

test('a link that was taken out in the meantime stays out', async () => {
  const { run, written, desk, edits } = begin(answer(edit('1', 35, ' A [[stone]]((https://a.example/x)).')));
  const done = run.start(written, '1');
  desk.act(written, { type: 'edit-remove', edit: first });
  await done;
  expect(run.state()).toMatchObject({ phase: 'failed', reason: againWords.gone });
  expect(edits()).toEqual([second]);
});
