import { expect, test } from 'vitest';

import { createLiveText } from './live-text.ts';

function liveWithFrames() {
  const frames: Array<() => void> = [];
  const live = createLiveText((draw) => frames.push(draw));
  let draws = 0;
  live.subscribe(() => (draws += 1));
  return { live, draws: () => draws, frame: () => frames.splice(0).forEach((draw) => draw()) };
}

test('what arrives within one frame is drawn once', () => {
  const { live, draws, frame } = liveWithFrames();
  live.append([{ type: 'text', text: 'a' }]);
  live.append([{ type: 'text', text: 'b' }]);
  expect(draws()).toBe(0);
  frame();
  expect(draws()).toBe(1);
  expect(live.blocks()[0]?.pieces).toEqual([{ type: 'text', text: 'ab' }]);
});

test('a link that nobody chose is shown as its words', () => {
  const { live, frame } = liveWithFrames();
  live.append([{ type: 'stray', anchor: 'free money', url: 'https://x.example/', source: '…' }]);
  frame();
  expect(live.blocks()[0]?.pieces).toEqual([{ type: 'text', text: 'free money' }]);
});

test('clearing also drops what was not drawn yet', () => {
  const { live, frame } = liveWithFrames();
  live.append([{ type: 'text', text: 'old' }]);
  live.clear();
  frame();
  expect(live.blocks()).toEqual([]);
});
