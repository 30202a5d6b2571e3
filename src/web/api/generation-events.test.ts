import { expect, test } from 'vitest';

import { readGenerationEvents } from './generation-events.ts';
import type { GenerationProgress } from './generation-events.ts';

const report = {
  links: [],
  unknownUrls: [],
  sentencesAdded: 0,
  sentencesKept: 1,
  sentencesTotal: 1,
  wordsChanged: 0,
  wordsTotal: 1,
  words: 1,
  dropped: [],
  moved: [],
};
const result = {
  type: 'result',
  generation: {
    text: 'Brød.',
    links: [],
    versions: { safe: 'Brød.', exploratory: '', experimental: '' },
    edits: { safe: [], exploratory: [], experimental: [] },
    report: { safe: report, exploratory: report, experimental: report },
    unfinished: [],
    usage: null,
  },
};
const edit = { id: '1', start: 0, end: 0, text: 'Brød – 🍞', by: 'model' };
const told = { type: 'version-edit', version: 'safe', edit };

function message(data: { type: string }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

function streamOf(chunks: readonly Uint8Array[], onCancel = () => {}): ReadableStream<Uint8Array> {
  const rest = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const chunk = rest.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
    cancel: onCancel,
  });
}

async function read(body: string, chunkSize = body.length): Promise<GenerationProgress[]> {
  const bytes = new TextEncoder().encode(body);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += chunkSize) chunks.push(bytes.slice(at, at + chunkSize));
  const events: GenerationProgress[] = [];
  for await (const event of readGenerationEvents(streamOf(chunks))) events.push(event);
  return events;
}

test('every way of cutting the stream gives the same events', async () => {
  const body = `: heartbeat\n\n${message(told)}${message(result)}`;
  const whole = await read(body);
  expect(whole).toEqual([told, result]);
  for (let chunkSize = 1; chunkSize < 40; chunkSize += 1) expect(await read(body, chunkSize)).toEqual(whole);
});

test('a problem in the stream is thrown in the words of the server', async () => {
  const problem = {
    type: 'problem',
    code: 'provider-quota',
    detail: 'The quota is used up.',
    requestId: 'r1',
  };
  await expect(read(message(told) + message(problem))).rejects.toMatchObject({
    code: 'provider-quota',
    message: 'The quota is used up.',
  });
});

test('what came before a problem is not lost where both arrive at once', async () => {
  const problem = { type: 'problem', code: 'provider-reply-cut', detail: 'Cut.', requestId: 'r1' };
  const bytes = new TextEncoder().encode(message(told) + message(problem));
  const events = readGenerationEvents(streamOf([bytes]));
  expect(await events.next()).toEqual({ done: false, value: told });
  await expect(events.next()).rejects.toMatchObject({ code: 'provider-reply-cut' });
});

test('a stream that ends without a result was cut off', async () => {
  await expect(read(message(told))).rejects.toMatchObject({ code: 'network-failed' });
});

test.each(['data: {"type":"result"}\n\n', 'data: not JSON\n\n', 'data: {"type":"surprise"}\n\n'])(
  'an unreadable message asks for a reload: %j',
  async (body) => {
    await expect(read(body)).rejects.toMatchObject({ code: 'page-outdated' });
  },
);

test('a reader that stops listening ends the stream', async () => {
  let isCancelled = false;
  const body = streamOf(
    [new TextEncoder().encode(message(told)), new Uint8Array()],
    () => (isCancelled = true),
  );
  for await (const event of readGenerationEvents(body)) {
    expect(event).toEqual(told);
    break;
  }
  expect(isCancelled).toBe(true);
});
