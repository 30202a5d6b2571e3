import { expect, test } from 'vitest';

import type { FinishedGeneration } from '#core/generation/finished-generation.ts';

import { readGeneration, type VersionEvent } from './generation-events.ts';
import { testGeneration } from './test-generation.ts';

const result = { type: 'result', generation: testGeneration('Brød.') };
const edit = { id: '1', start: 0, end: 0, text: 'Brød – 🍞', by: 'model' };
const edited = { type: 'version-edit', version: 'safe', edit };

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

async function read(body: string, chunkSize = body.length): Promise<(VersionEvent | FinishedGeneration)[]> {
  const bytes = new TextEncoder().encode(body);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += chunkSize) chunks.push(bytes.slice(at, at + chunkSize));
  const events: VersionEvent[] = [];
  const generation = await readGeneration(streamOf(chunks), (event) => events.push(event));
  return [...events, generation];
}

test('the events are the same wherever the stream is cut into chunks', async () => {
  const body = `: heartbeat\n\n${message(edited)}${message(result)}`;
  const whole = await read(body);
  expect(whole).toEqual([edited, result.generation]);
  for (let chunkSize = 1; chunkSize < 40; chunkSize += 1) expect(await read(body, chunkSize)).toEqual(whole);
});

test('a problem in the stream is thrown with the message of the server', async () => {
  const problem = {
    type: 'problem',
    code: 'provider-quota',
    detail: 'The quota is used up.',
    requestId: 'r1',
  };
  await expect(read(message(edited) + message(problem))).rejects.toMatchObject({
    code: 'provider-quota',
    message: 'The quota is used up.',
  });
});

test('an event is not lost if a problem arrives in the same chunk', async () => {
  const problem = { type: 'problem', code: 'provider-reply-cut', detail: 'Cut.', requestId: 'r1' };
  const bytes = new TextEncoder().encode(message(edited) + message(problem));
  const events: VersionEvent[] = [];
  const reading = readGeneration(streamOf([bytes]), (event) => events.push(event));
  await expect(reading).rejects.toMatchObject({ code: 'provider-reply-cut' });
  expect(events).toEqual([edited]);
});

test('a stream that ends without a result is a network failure', async () => {
  await expect(read(message(edited))).rejects.toMatchObject({ code: 'network-failed' });
});

test.each(['data: {"type":"result"}\n\n', 'data: not JSON\n\n', 'data: {"type":"surprise"}\n\n'])(
  'an unreadable message asks the user to reload: %j',
  async (body) => {
    await expect(read(body)).rejects.toMatchObject({ code: 'page-outdated' });
  },
);

test('a listener that throws ends the stream', async () => {
  let isCancelled = false;
  const body = streamOf(
    [new TextEncoder().encode(message(edited)), new Uint8Array()],
    () => (isCancelled = true),
  );
  const reading = readGeneration(body, (event) => {
    expect(event).toEqual(edited);
    throw new Error('The listener has failed.');
  });
  await expect(reading).rejects.toThrow('The listener has failed.');
  expect(isCancelled).toBe(true);
});
