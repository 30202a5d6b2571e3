import { expect, test } from 'vitest';

import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';

import { createLiveText } from './live-text.ts';

const url = 'https://a.example/(1)';
const content = 'It cuts.\n\nIt lasts.';

function liveWithFrames() {
  const frames: Array<() => void> = [];
  const live = createLiveText((draw) => frames.push(draw));
  let draws = 0;
  live.subscribe(() => (draws += 1));
  return { live, draws: () => draws, frame: () => frames.splice(0).forEach((draw) => draw()) };
}

function runOf() {
  const { live, draws, frame } = liveWithFrames();
  const run = live.begin(content, [url]);
  const start = (version: VersionName) => run.take({ type: 'version-start', version });
  const end = (version: VersionName) => run.take({ type: 'version-end', version });
  const take = (version: VersionName, edit: Edit) => run.take({ type: 'version-edit', version, edit });
  const shown = () => {
    frame();
    return live.shown();
  };
  return { live, run, start, end, take, shown, draws };
}

const edit = (id: string, start: number, text: string): Edit => ({
  id,
  start,
  end: start,
  text,
  by: 'model',
});
const knife = edit('k', 19, ` A [[knife]]((${url})).`);
const words = edit('b', 0, 'Well: ');

test('what arrives within one frame is drawn once', () => {
  const { start, take, shown, draws } = runOf();
  start('safe');
  take('safe', words);
  take('safe', knife);
  expect(draws()).toBe(0);
  expect(shown().edits).toHaveLength(2);
  expect(draws()).toBe(1);
});

test('before the first version, and while nothing of one has come, the content stands there as it is', () => {
  const { start, shown } = runOf();
  expect(shown()).toEqual({
    version: null,
    isOpen: false,
    content,
    urls: [url],
    woven: 0,
    edits: [],
    newest: null,
  });
  start('safe');
  expect(shown()).toMatchObject({ version: 'safe', isOpen: true, content, edits: [], woven: 0 });
});

test('edits stand in the order of the content, and the one that came last is known', () => {
  const { shown, start, take } = runOf();
  start('safe');
  take('safe', knife);
  take('safe', words);
  expect(shown()).toMatchObject({ content, newest: 'b', woven: 1 });
  expect(shown().edits).toEqual([words, knife]);
});

test('a link counts once, however often it is woven, and only where its whole address is there', () => {
  const { shown, start, take } = runOf();
  start('safe');
  take('safe', edit('x', 0, 'A [[knife]]((https://a.example/)). '));
  expect(shown().woven).toBe(0);
  take('safe', knife);
  take('safe', { ...knife, id: 'again' });
  expect(shown().woven).toBe(1);
});

test('each version begins on the content without the edits of another', () => {
  const { shown, start, end, take } = runOf();
  start('safe');
  take('safe', knife);
  end('safe');
  start('exploratory');
  expect(shown()).toMatchObject({ version: 'exploratory', edits: [], newest: null, woven: 0 });
  take('exploratory', words);
  expect(shown().edits).toEqual([words]);
});

test('of versions that arrive at once the first is shown until its end, then the next with all that it has', () => {
  const { shown, start, end, take } = runOf();
  start('safe');
  start('experimental');
  start('exploratory');
  take('experimental', knife);
  take('safe', knife);
  expect(shown()).toMatchObject({ version: 'safe', isOpen: true });
  end('safe');
  expect(shown()).toMatchObject({ version: 'exploratory', isOpen: true });
  end('exploratory');
  expect(shown()).toMatchObject({ version: 'experimental', woven: 1 });
  end('experimental');
  expect(shown()).toMatchObject({ version: 'experimental', isOpen: false });
});

test('what an ended run still says is not heard, and its end does not touch the next', () => {
  const { live, run, start, take, shown } = runOf();
  start('safe');
  const next = live.begin('New.', []);
  take('safe', knife);
  run.end();
  expect(shown()).toMatchObject({ version: null, content: 'New.', edits: [] });
  next.take({ type: 'version-start', version: 'safe' });
  next.take({ type: 'version-edit', version: 'safe', edit: words });
  expect(shown()).toMatchObject({ version: 'safe', edits: [words] });
  next.end();
  expect(shown()).toMatchObject({ version: null, content: '', edits: [] });
});
