import { recordAnnouncements } from '#web/ui/test-announced.ts';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import { apiError } from '#web/api/send.ts';
import type { VersionEvent, Generate } from '#web/api/generations-api.ts';
import { testGeneration } from '#web/api/test-generation.ts';
import { createStore } from '#web/lib/store.ts';

import { nothingOf, type PageOrder } from './generation-state.ts';
import { runGeneration } from './run-generation.ts';

const announced = recordAnnouncements();
beforeEach(() => {
  // Everything is drawn at once.
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
});
const writer = { kind: 'server' } as const;

const order: PageOrder = {
  content: 'c',
  linkIds: ['a'],
  instructions: '',
  relinks: [],
  knownLinks: [{ id: 'a', url: 'https://a.example/(1)', description: 'knife' }],
};

const generation = testGeneration('c');

const knife: Edit = { id: '1', start: 1, end: 1, text: ' [[knife]]((https://a.example/(1)))', by: 'model' };

test('a generation shows its edits and returns its result', async () => {
  const generate: Generate = async (_writer, _request, { onEvent }) => {
    oneVersion.forEach(onEvent);
    return generation;
  };
  const { signal } = new AbortController();
  const live = createStore(nothingOf(order));
  expect(await runGeneration(generate, order, { writer, signal, live }).result).toBe(generation);
  expect(live.get()).toMatchObject({ open: ['exploratory'], done: ['safe'], edits: [knife], woven: 1 });
  expect(announced).toEqual(['Safe is written', '3 versions ready']);
});

test('screen readers hear if no AI wrote, and nothing of a result after a stop', async () => {
  const edits = { ...generation.edits, safe: [{ ...knife, by: 'built-in' as const }] };
  const generate: Generate = async () => ({ ...generation, edits });
  const live = createStore(nothingOf(order));
  const stopping = new AbortController();
  await runGeneration(generate, order, { writer, signal: stopping.signal, live }).result;
  expect(announced.splice(0)).toEqual(['3 versions ready. Written without AI.']);
  const stopped = runGeneration(generate, order, { writer, signal: stopping.signal, live });
  stopping.abort();
  await stopped.result;
  expect(announced).toEqual([]);
});

const oneVersion: readonly VersionEvent[] = [
  { type: 'version-start', version: 'safe' },
  { type: 'version-edit', version: 'safe', edit: knife },
  { type: 'version-end', version: 'safe' },
  { type: 'version-start', version: 'exploratory' },
  { type: 'version-edit', version: 'exploratory', edit: knife },
];

test('instructions are sent without blanks around them, and not at all if there are none', async () => {
  const sent: unknown[] = [];
  const generate: Generate = async (_writer, request) => {
    sent.push(request.instructions);
    return generation;
  };
  const { signal } = new AbortController();
  const live = createStore(nothingOf(order));
  for (const instructions of [' friendly\n', ' \n'])
    await runGeneration(generate, { ...order, instructions }, { writer, signal, live }).result;
  expect(sent).toEqual(['friendly', undefined]);
});

/** Returns what is kept when the connection is lost after these events. */
async function keptAfterLoss(events: readonly VersionEvent[], changed: Partial<PageOrder> = {}) {
  const generate: Generate = async (_writer, _request, { onEvent }) => {
    events.forEach(onEvent);
    throw apiError('network-failed');
  };
  const { signal } = new AbortController();
  const live = createStore(nothingOf(order));
  const run = runGeneration(generate, { ...order, ...changed }, { writer, signal, live });
  await expect(run.result).rejects.toMatchObject({ name: 'ApiError', code: 'network-failed' });
  return run.finished();
}

test('a complete version is kept and checked when the connection is lost', async () => {
  expect(await keptAfterLoss(oneVersion)).toMatchObject({
    versions: { safe: 'c [[knife]]((https://a.example/(1)))', exploratory: '', experimental: '' },
    edits: { safe: [knife], exploratory: [], experimental: [] },
    report: {
      safe: { wordsChanged: 0, links: [{ linkId: 'a', status: 'woven', times: 1 }] },
      exploratory: { words: 0, sentencesKept: 0, links: [{ linkId: 'a', status: 'missing', times: 0 }] },
    },
    unfinished: ['exploratory', 'experimental'],
  });
});

test('a complete version has its edits in order; without edits it is the content', async () => {
  const kept = await keptAfterLoss([
    { type: 'version-start', version: 'safe' },
    { type: 'version-edit', version: 'safe', edit: knife },
    { type: 'version-edit', version: 'safe', edit: { ...knife, id: '0', start: 0, end: 0, text: 'A ' } },
    { type: 'version-end', version: 'safe' },
    { type: 'version-start', version: 'exploratory' },
    { type: 'version-end', version: 'exploratory' },
    { type: 'version-start', version: 'experimental' },
    { type: 'version-edit', version: 'experimental', edit: knife },
  ]);
  expect(kept).toMatchObject({
    versions: { safe: 'A c [[knife]]((https://a.example/(1)))', exploratory: 'c', experimental: '' },
    edits: { safe: [{ id: '0' }, { id: '1' }], exploratory: [], experimental: [] },
    report: { safe: { wordsChanged: 0, links: [{ status: 'woven' }] } },
    unfinished: ['experimental'],
  });
});

test.each([
  ['no version is complete', oneVersion.slice(0, 2), {}],
  ['the page does not know a chosen link', oneVersion, { linkIds: ['a', 'b'] }],
] as const)('nothing is kept if %s', async (_reason, events, changed) => {
  expect(await keptAfterLoss(events, changed)).toBeNull();
});

test('a running generation keeps each version from its end on', async () => {
  let send = (_event: VersionEvent) => {};
  const generate: Generate = (_writer, _request, { onEvent }) => {
    send = onEvent;
    return new Promise(() => {});
  };
  const { signal } = new AbortController();
  const { finished } = runGeneration(generate, order, {
    writer,
    signal,
    live: createStore(nothingOf(order)),
  });
  for (const event of oneVersion.slice(0, 2)) send(event);
  expect(finished()).toBeNull();
  for (const event of oneVersion.slice(2)) send(event);
  expect(finished()).toMatchObject({
    versions: { safe: 'c [[knife]]((https://a.example/(1)))', exploratory: '', experimental: '' },
    unfinished: ['exploratory', 'experimental'],
  });
});

test('versions that are kept after a lost connection know links without their tags and wished anchor', () => {
  const description = 'knife anchor: "a sharp knife" #kitchen';
  const tagged = { ...order, knownLinks: order.knownLinks.map((link) => ({ ...link, description })) };
  let send = (_event: VersionEvent) => {};
  const generate: Generate = (_writer, _request, { onEvent }) => {
    send = onEvent;
    return new Promise(() => {});
  };
  const { signal } = new AbortController();
  const { finished } = runGeneration(generate, tagged, {
    writer,
    signal,
    live: createStore(nothingOf(tagged)),
  });
  for (const event of oneVersion) send(event);
  expect(finished()?.links).toEqual([{ ...order.knownLinks[0], integrations: 1 }]);
});

const url = 'https://a.example/(1)';
const content = 'It cuts.\n\nIt lasts.';

/** A running generation whose frames are drawn by `shown`. */
function runWithFrames() {
  const frames: Array<() => void> = [];
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  const live = createStore(nothingOf({ ...order, content }));
  let send = (_event: VersionEvent) => {};
  const generate: Generate = (_writer, _request, { onEvent }) => {
    send = onEvent;
    return new Promise(() => {});
  };
  const { signal } = new AbortController();
  const run = runGeneration(generate, { ...order, content }, { writer, signal, live });
  let draws = 0;
  live.subscribe(() => (draws += 1));
  return {
    start: (version: VersionName) => send({ type: 'version-start', version }),
    end: (version: VersionName) => send({ type: 'version-end', version }),
    add: (version: VersionName, edit: Edit) => send({ type: 'version-edit', version, edit }),
    shown() {
      frames.splice(0).forEach((draw) => draw());
      return live.get();
    },
    draws: () => draws,
    partial: run.partial,
  };
}

const edit = (id: string, start: number, text: string): Edit => ({
  id,
  start,
  end: start,
  text,
  by: 'model',
});
const blade = edit('k', 19, ` A [[knife]]((${url})).`);
const hello = edit('b', 0, 'Well: ');

test('what arrives within one frame is drawn once', () => {
  const { start, add, shown, draws } = runWithFrames();
  start('safe');
  add('safe', hello);
  add('safe', blade);
  expect(draws()).toBe(0);
  expect(shown().woven).toBe(1);
  expect(draws()).toBe(1);
});

test('before the first edit the content is shown unchanged', () => {
  const { start, shown } = runWithFrames();
  expect(shown()).toMatchObject({ open: [], content, woven: null, edits: [] });
  start('safe');
  expect(shown()).toMatchObject({ open: ['safe'], content, edits: [], woven: 0, isWhole: false });
});

test('the text does not move while its version is written: only links on its own words are drawn', () => {
  const { shown, start, add, end } = runWithFrames();
  const laid: Edit = { id: 'l', start: 3, end: 7, text: `[[cuts]]((${url}))`, by: 'model' };
  start('safe');
  add('safe', blade);
  add('safe', hello);
  const before = shown().edits;
  expect(before).toEqual([]);
  add('safe', edit('x', 8, ' More.'));
  expect(shown().edits).toBe(before);
  add('safe', laid);
  expect(shown()).toMatchObject({ edits: [laid], isWhole: false, woven: 1 });
  end('safe');
  expect(shown()).toMatchObject({ edits: [hello, laid, { id: 'x' }, blade], isWhole: true });
});

test('a link counts once, however often it is added, and only with its whole address', () => {
  const { shown, start, add } = runWithFrames();
  start('safe');
  add('safe', edit('x', 0, 'A [[knife]]((https://a.example/)). '));
  expect(shown().woven).toBe(0);
  add('safe', blade);
  add('safe', { ...blade, id: 'again' });
  expect(shown().woven).toBe(1);
});

test('the first version stays on the page while the others are written, and the count follows those', () => {
  const { shown, start, end, add } = runWithFrames();
  start('exploratory');
  start('safe');
  add('exploratory', blade);
  end('exploratory');
  expect(shown()).toMatchObject({ edits: [], isWhole: false, done: ['exploratory'], woven: 0 });
  add('safe', hello);
  end('safe');
  const whole = shown();
  expect(whole).toMatchObject({ edits: [hello], isWhole: true, done: ['safe', 'exploratory'] });
  start('experimental');
  add('experimental', blade);
  expect(shown()).toMatchObject({ open: ['experimental'], isWhole: true, woven: 1 });
  expect(shown().edits).toBe(whole.edits);
});

test('what has arrived of an unfinished version can be kept', () => {
  const { start, end, add, partial } = runWithFrames();
  start('safe');
  end('safe');
  start('exploratory');
  expect(partial()).toBeUndefined();
  add('exploratory', blade);
  add('exploratory', hello);
  expect(partial()).toEqual({ exploratory: [hello, blade] });
});

test('a version that begins is open, and one that ends is done', () => {
  const { shown, start, end } = runWithFrames();
  start('safe');
  expect(shown()).toMatchObject({ open: ['safe'], done: [] });
  end('safe');
  expect(shown()).toMatchObject({ open: [], done: ['safe'] });
});

test('versions that are written at the same time are open until their own ends', () => {
  const { shown, start, end } = runWithFrames();
  start('exploratory');
  start('safe');
  expect(shown()).toMatchObject({ open: ['safe', 'exploratory'], done: [] });
  end('safe');
  expect(shown()).toMatchObject({ open: ['exploratory'], done: ['safe'] });
});

test('a version that ends twice is done once', () => {
  const { shown, start, end } = runWithFrames();
  start('safe');
  end('safe');
  end('safe');
  expect(shown()).toMatchObject({ open: [], done: ['safe'] });
});
