import { expect, test } from 'vitest';

import { checkEditedVersion } from '#core/report/report.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { generate as writeFrom } from '#core/generation/generate.ts';
import { testClient, testJob } from '#core/generation/test-job.ts';
import type { Generate, GenerationRequest } from '#web/api/generations-api.ts';
import { applyEdits, type Edit } from '#core/edits/edit.ts';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import { createEditedVersions } from './edited-version.ts';
import { createRewordController, type WriterChoice } from './reword.ts';

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

/** Chooses the server as the writer, and counts how often the allowance is read again. */
function serverChoice(now: Awaited<ReturnType<WriterChoice['lookUp']>> = { found: links, gone: [] }) {
  let refreshes = 0;
  const refresh = async () => void (refreshes += 1);
  return {
    saveAndChoose: async () => ({ kind: 'server' }) as const,
    lookUp: async () => now,
    allowance: { refresh },
    refreshes: () => refreshes,
  };
}

function begin(generate: Generate, name: ShownVersion['version'] = 'safe') {
  const generation = generationOf([first, second]);
  const { safe: edits } = generation.edits;
  const original = { generation, version: name, edits, report: generation.report.safe };
  const version = createEditedVersions()(original);
  const choice = serverChoice();
  const rewording = createRewordController(generate, choice);
  return { version, rewording, refreshes: choice.refreshes, edits: () => version.get().shown.edits };
}

const answer =
  (...edits: Edit[]) =>
  async () =>
    generationOf(edits, [links[0]]);

test('a link is reworded with the instructions of its version', async () => {
  const orders: unknown[] = [];
  const generation = { ...generationOf([first, second]), instructions: 'friendly' };
  const { safe: edits } = generation.edits;
  const original = { generation, version: 'safe', edits, report: generation.report.safe } as const;
  const rewording = createRewordController(async (_writer, order) => {
    orders.push(order);
    return generation;
  }, serverChoice());
  await rewording.start(createEditedVersions()(original), '1');
  expect(orders).toMatchObject([{ linkIds: ['x'], instructions: 'friendly' }]);
});

test.each([
  ['was changed since', { found: [{ ...links[0], url: 'https://a.example/other' }], gone: [] }],
  ['was deleted', { found: [], gone: ['x'] }],
] as const)('a link that %s has a message, and nothing is requested', async (reason, now) => {
  const { version, edits } = begin(answer(first));
  let calls = 0;
  const rewording = createRewordController(async () => {
    calls += 1;
    return generationOf([]);
  }, serverChoice(now));
  await rewording.start(version, '1');
  expect(rewording.state.get()).toMatchObject({
    phase: 'failed',
    id: '1',
    message: expect.stringContaining(reason),
  });
  expect(edits()).toEqual([first, second]);
  expect(calls).toBe(0);
});

test('only the link is requested, in none of the known wordings', async () => {
  const orders: unknown[] = [];
  const { rewording, version } = begin(async (_writer, order) => {
    orders.push(order);
    return generationOf([edit('1', 35, ' A [[stone]]((https://a.example/x)) it is.')], [links[0]]);
  });
  await rewording.start(version, '1');
  await rewording.start(version, '1');
  expect(orders).toEqual([
    { content: text, linkIds: ['x'], only: { version: 'safe', avoid: ['See the stone.'] } },
    {
      content: text,
      linkIds: ['x'],
      only: { version: 'safe', avoid: ['A stone it is.', 'See the stone.'] },
    },
  ]);
});

test('the new wording replaces the old one, and every other edit stays the same object', async () => {
  const { rewording, version, edits } = begin(
    answer(edit('7', 35, ' A [[stone]]((https://a.example/x)) it is.')),
  );
  await rewording.start(version, '1');
  expect(edits()).toEqual([second, edit('1', 35, ' A [[stone]]((https://a.example/x)) it is.')]);
  expect(edits()[0]).toBe(second);
  expect(rewording.state.get().phase).toBe('idle');
});

test('a new wording can be undone, and is not requested again', async () => {
  const orders: GenerationRequest[] = [];
  const { rewording, version, edits } = begin(async (_writer, order) => {
    orders.push(order);
    return generationOf([edit('1', 10, ' Ah, the [[stone]]((https://a.example/x)).')], [links[0]]);
  });
  await rewording.start(version, '1');
  version.act({ type: 'undo' });
  expect(edits()).toEqual([first, second]);
  await rewording.start(version, '1');
  expect(orders.at(-1)?.only?.avoid).toEqual(['See the stone.', 'Ah, the stone.']);
});

test('an answer without the link, or with the same words, changes nothing and has a message', async () => {
  for (const reply of [answer(), answer(first)]) {
    const { rewording, version, edits } = begin(reply);
    await rewording.start(version, '1');
    expect(rewording.state.get()).toMatchObject({
      phase: 'failed',
      id: '1',
      message: expect.stringMatching(/^Not reworded: No other wording came back/u),
    });
    expect(edits()).toEqual([first, second]);
  }
});

test('in safe an answer that replaces a sentence of the author is refused', async () => {
  const replaced = edit('1', 0, 'A [[stone]]((https://a.example/x)).', 10);
  const safe = begin(answer(replaced));
  await safe.rewording.start(safe.version, '1');
  expect(safe.edits()).toEqual([first, second]);
  const free = begin(answer(replaced), 'exploratory');
  await free.rewording.start(free.version, '1');
  expect(free.edits()).toEqual([replaced, second]);
});

test("in safe an answer that puts a link around the author's own words is accepted", async () => {
  const laid = edit('7', 4, '[[stone]]((https://a.example/x))', 9);
  const { rewording, version, edits } = begin(answer(laid));
  await rewording.start(version, '1');
  expect(edits()).toEqual([{ ...laid, id: '1' }, second]);
});

/** Reads the reply of a model as the server does. */
const replied =
  (reply: string): Generate =>
  async (_writer, { content, linkIds, only }) => {
    const client = testClient(async function* say() {
      yield { type: 'answer' };
      yield { type: 'text', text: await Promise.resolve(reply) };
    });
    const chosen = links.filter(({ id }) => linkIds.includes(id));
    for await (const step of writeFrom(testJob(content, chosen, only && { only }), client))
      if (step.type === 'result') return step.generation;
    throw new Error('There is no result.');
  };

test.each([
  ['LINK 1: [[stone]]((L1))', 'One [[stone]]((https://a.example/x)). Two birds.'],
  ['ADD 1 after "stone": , a [[slab]]((L1))', 'One stone, a [[slab]]((https://a.example/x)). Two birds.'],
])('in safe, a model that answers %s changes only this place', async (reply, begun) => {
  const { rewording, version, edits } = begin(replied(reply));
  await rewording.start(version, '1');
  expect(rewording.state.get().phase).toBe('idle');
  const [changed, ...others] = edits();
  expect(others).toEqual([second]);
  expect(applyEdits(text, edits())).toBe(`${begun} See the [[bird]]((https://a.example/y)). Three wishes.`);
  expect(changed?.id).toBe('1');
});

test('a failure has a message, and the next try starts again', async () => {
  const { rewording, version, edits, refreshes } = begin(() =>
    Promise.reject(new Error('The network is away.')),
  );
  await rewording.start(version, '1');
  expect(refreshes()).toBe(1);
  expect(rewording.state.get()).toMatchObject({
    phase: 'failed',
    message: 'Not reworded: The network is away.',
  });
  expect(edits()).toEqual([first, second]);
  rewording.stop();
  expect(rewording.state.get().phase).toBe('idle');
});

test('Stop ends the call, and a late answer is ignored', async () => {
  let signal: AbortSignal | null = null;
  const { rewording, version, edits } = begin(
    (_writer, _order, { signal: ended }) =>
      new Promise((resolve) => {
        signal = ended;
        ended.addEventListener('abort', () =>
          resolve(generationOf([edit('1', 35, ' [[S]]((https://a.example/x)).')])),
        );
      }),
  );
  const done = rewording.start(version, '1');
  expect(rewording.state.get()).toMatchObject({ phase: 'busy', id: '1' });
  await rewording.start(version, '2');
  expect(rewording.state.get()).toMatchObject({ phase: 'busy', id: '1' });
  // The writer is chosen first.
  await new Promise((resolve) => setTimeout(resolve));
  rewording.stop();
  await done;
  expect(rewording.state.get().phase).toBe('idle');
  expect(signal).toMatchObject({ aborted: true });
  expect(edits()).toEqual([first, second]);
});

test('a link that was removed in the meantime stays out', async () => {
  const { rewording, version, edits } = begin(answer(edit('1', 35, ' A [[stone]]((https://a.example/x)).')));
  const done = rewording.start(version, '1');
  version.act({ type: 'edit-remove', edit: first });
  await done;
  expect(rewording.state.get()).toMatchObject({
    phase: 'failed',
    message: expect.stringContaining('was taken out'),
  });
  expect(edits()).toEqual([second]);
});

test('a sentence that the user has moved stays there; another one stands where the writer put it', async () => {
  const other = edit('7', 35, ' A [[stone]]((https://a.example/x)) it is.');
  const { rewording, version, edits } = begin(answer(other));
  const passage = version.freePassages(first).find(({ offset }) => offset === 21);
  if (passage === undefined) throw new Error('There is a passage.');
  const moved = version.passages().putAt(first, passage);
  version.act({ type: 'edit-change', edit: first, to: [moved] });
  await rewording.start(version, '1');
  expect(edits()).toContainEqual({ ...other, id: '1', start: 21, end: 21 });
});
