import { expect, test } from 'vitest';

import type { Segment } from '#core/markup/segment.ts';

import { appendBlocks } from './text-blocks.ts';

const text = (words: string): Segment => ({ type: 'text', text: words });
const link: Segment = {
  type: 'link',
  anchor: 'knife',
  url: 'https://k.example/',
  source: '[[knife]]((https://k.example/))',
};

test('each line is a block, an empty line too', () => {
  const blocks = appendBlocks([], [text('one\n\ntwo')]);
  expect(blocks.map((block) => block.pieces)).toEqual([[text('one')], [], [text('two')]]);
});

test('a line break of two characters is one break, wherever the text is cut', () => {
  const whole = appendBlocks([], [text('one\r\ntwo')]);
  expect(appendBlocks(appendBlocks([], [text('one\r')]), [text('\ntwo')])).toEqual(whole);
  expect(whole).toHaveLength(2);
});

test('a text in pieces gives the blocks of the whole, links included', () => {
  const whole = appendBlocks([], [text('A '), link, text(' cuts\nwell')]);
  const cut = [text('A'), text(' '), link, text(' cu'), text('ts\nw'), text('ell')];
  expect(cut.reduce((blocks, segment) => appendBlocks(blocks, [segment]), appendBlocks([], []))).toEqual(
    whole,
  );
});

test('finished blocks stay the same objects', () => {
  const before = appendBlocks([], [text('one\ntwo')]);
  const after = appendBlocks(before, [text(' more\nthree')]);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
});

test('a line that grows long is kept in pieces', () => {
  let blocks = appendBlocks([], []);
  for (let count = 0; count < 100; count += 1) blocks = appendBlocks(blocks, [text('x'.repeat(100))]);
  expect(blocks).toHaveLength(1);
  expect(blocks[0]?.pieces.length).toBeGreaterThan(3);
  expect(blocks[0]?.pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('')).toBe(
    'x'.repeat(10_000),
  );
});

test('markup that is no link of ours stays as it was written', () => {
  const stray: Segment = { type: 'stray', anchor: 'a', url: 'u', source: '[[a]]((u))' };
  expect(appendBlocks([], [stray])[0]?.pieces).toEqual([text('[[a]]((u))')]);
});
