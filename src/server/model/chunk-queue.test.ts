import { expect, test } from 'vitest';

import { createChunkQueue } from './chat-model.ts';

const chunk = (length: number) => new Uint8Array(length);

function open() {
  const told: string[] = [];
  const queue = createChunkQueue({ onEmpty: () => told.push('empty'), onLeave: () => told.push('left') });
  const iterator = queue.chunks[Symbol.asyncIterator]();
  return { queue, iterator, told };
}

test('chunks come in order, before or after the reader waits, and then the end', async () => {
  const { queue, iterator } = open();
  const early = iterator.next();
  queue.push(chunk(1));
  queue.push(chunk(2));
  queue.end();
  expect((await early).value).toHaveLength(1);
  expect((await iterator.next()).value).toHaveLength(2);
  expect((await iterator.next()).done).toBe(true);
});

test('a failure is thrown to a waiting reader', async () => {
  const { queue, iterator } = open();
  const early = iterator.next();
  queue.fail(new Error('cut'));
  await expect(early).rejects.toThrow('cut');
});

test('a failure drops waiting chunks, and later reads throw it too', async () => {
  const { queue, iterator } = open();
  queue.push(chunk(1));
  queue.fail(new Error('cut'));
  await expect(iterator.next()).rejects.toThrow('cut');
  await expect(iterator.next()).rejects.toThrow('cut');
});

test('`push` returns false when the queue is full, and `onEmpty` is called once when it is empty again', async () => {
  const { queue, iterator, told } = open();
  expect(queue.push(chunk(60_000))).toBe(true);
  expect(queue.push(chunk(60_000))).toBe(false);
  expect(queue.push(chunk(1))).toBe(false);
  await iterator.next();
  await iterator.next();
  expect(told).toEqual([]);
  await iterator.next();
  expect(told).toEqual(['empty']);
  expect(queue.push(chunk(1))).toBe(true);
  await iterator.next();
  expect(told).toEqual(['empty']);
});

test('`onLeave` is called when the reader stops', async () => {
  const { queue, told } = open();
  queue.push(chunk(1));
  for await (const each of queue.chunks) if (each.length === 1) break;
  expect(told).toEqual(['left']);
});
