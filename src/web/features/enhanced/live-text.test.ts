import { expect, test } from 'vitest';

import type { Edit } from '#core/weave/edit.ts';
import type { VersionName } from '#core/weave/version.ts';

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

function runOf(texts: readonly string[] = []) {
  const { live, draws, frame } = liveWithFrames();
  const run = live.begin(content, [url]);
  const start = (version: VersionName) => run.take({ type: 'version-start', version });
  const end = (version: VersionName) => run.take({ type: 'version-end', version });
  const say = (version: VersionName, text: string) => run.take({ type: 'version-text', version, text });
  const edit = (version: VersionName, at: Edit) => run.take({ type: 'version-edit', version, edit: at });
  if (texts.length > 0) start('safe');
  for (const text of texts) say('safe', text);
  const shown = () => {
    frame();
    return live.shown();
  };
  return { live, run, start, end, say, edit, shown, draws, frame };
}

const edit = (id: string, start: number, text: string): Edit => ({
  id,
  start,
  end: start,
  text,
  by: 'model',
});
const knife = edit('k', 19, ` A [[knife]]((${url})).`);

test('what arrives within one frame is drawn once', () => {
  const { shown, draws } = runOf(['a', 'b']);
  expect(draws()).toBe(0);
  expect(shown().blocks[0]?.pieces).toEqual([{ type: 'text', text: 'ab' }]);
  expect(draws()).toBe(1);
});

test('markup that is cut between two events is read as one link', () => {
  const { shown } = runOf(['A [[kni', 'fe]]((https://a.example/(1))) cuts.']);
  expect(shown().blocks[0]?.pieces).toMatchObject([
    { text: 'A ' },
    { type: 'link', anchor: 'knife', url },
    {},
  ]);
  expect(shown().woven).toBe(1);
});

test('markup that one version leaves open does not reach into the next', () => {
  const { shown, start, end, say } = runOf(['open [[knife']);
  end('safe');
  start('exploratory');
  say('exploratory', `]]((${url}))`);
  end('exploratory');
  expect(shown()).toMatchObject({ version: 'exploratory', woven: 0 });
});

test('a link that nobody chose is shown as its words', () => {
  const { shown } = runOf(['[[free money]]((https://x.example/)) ']);
  expect(shown().blocks[0]?.pieces).toEqual([{ type: 'text', text: 'free money ' }]);
});

test('each version begins on an empty sheet', () => {
  const { shown, start, end, say } = runOf(['first']);
  end('safe');
  start('exploratory');
  say('exploratory', 'second');
  expect(shown().blocks).toEqual([{ line: 0, pieces: [{ type: 'text', text: 'second' }] }]);
});

test('edits stand in the order of the content, and the one that came last is known', () => {
  const { shown, start, edit: take } = runOf();
  start('safe');
  expect(shown()).toMatchObject({ edits: null, blocks: [] });
  take('safe', knife);
  take('safe', edit('b', 0, 'Well: '));
  expect(shown()).toMatchObject({ content, newest: 'b', woven: 1 });
  expect(shown().edits?.map(({ id }) => id)).toEqual(['b', 'k']);
});

test('once a version came in edits, the next stands there from its start, until a text says otherwise', () => {
  const { shown, start, end, say, edit: take } = runOf();
  start('safe');
  take('safe', knife);
  end('safe');
  start('exploratory');
  expect(shown()).toMatchObject({ version: 'exploratory', edits: [] });
  say('exploratory', 'Whole. ');
  expect(shown()).toMatchObject({ version: 'exploratory', edits: null });
  expect(shown().blocks).toHaveLength(1);
});

test('of versions that arrive at once the first is shown until its end, then the next with all that it has', () => {
  const { shown, start, end, edit: take } = runOf();
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
  const { live, run, start, shown } = runOf(['old']);
  const next = live.begin('New.', []);
  start('safe');
  run.end();
  expect(shown()).toMatchObject({ version: null, blocks: [] });
  next.take({ type: 'version-start', version: 'safe' });
  next.take({ type: 'version-text', version: 'safe', text: 'new' });
  expect(shown().blocks).toHaveLength(1);
  next.end();
  expect(shown()).toMatchObject({ version: null, blocks: [] });
});
