import { expect, test } from 'vitest';

import { writeEventStream } from './event-stream.ts';

async function* eventsOf(...texts: readonly string[]) {
  for (const text of texts) yield await Promise.resolve({ type: 'version-text', text });
}

async function collect(stream: AsyncIterable<string>): Promise<string[]> {
  const written: string[] = [];
  for await (const text of stream) written.push(text);
  return written;
}

test('each event is its name and itself on one line of JSON, after a comment that opens the stream', async () => {
  const written = await collect(writeEventStream(eventsOf('a\nb', 'c')));
  expect(written).toEqual([
    ': open\n\n',
    'event: version-text\ndata: {"type":"version-text","text":"a\\nb"}\n\n',
    'event: version-text\ndata: {"type":"version-text","text":"c"}\n\n',
  ]);
});

test('a comment keeps a quiet stream alive, and no event is lost by it', async () => {
  async function* slow() {
    await new Promise((resolve) => setTimeout(resolve, 60));
    yield { type: 'late' };
  }
  const written = await collect(writeEventStream(slow(), 20));
  expect(written.filter((text) => text === ': still here\n\n').length).toBeGreaterThanOrEqual(2);
  expect(written.at(-1)).toContain('event: late');
});

test('whoever stops reading ends the source', async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield await Promise.resolve({ type: 'tick' });
    } finally {
      ended = true;
    }
  }
  for await (const text of writeEventStream(endless())) if (text.includes('tick')) break;
  expect(ended).toBe(true);
});
