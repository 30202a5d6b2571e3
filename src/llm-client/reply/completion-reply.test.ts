import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReply } from './completion-reply.ts';
import { character } from '#scripts/property-values.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';

const counted = (inputTokens: number, outputTokens: number) => ({ type: 'usage', inputTokens, outputTokens });

test.each([
  [{ prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 }, counted(5, 7)],
  [{ prompt_tokens: 5, completion_tokens: 7 }, counted(5, 7)],
  [
    { prompt_tokens: 5, completion_tokens: 7, completion_tokens_details: { reasoning_tokens: 4 } },
    counted(5, 7),
  ],
  // Thoughts that only the total counts cost as much as output.
  [{ prompt_tokens: 5, completion_tokens: 7, total_tokens: 112 }, counted(5, 107)],
  [{ prompt_tokens: 5, completion_tokens: 0, total_tokens: 105 }, counted(5, 100)],
  [{ prompt_tokens: 0, completion_tokens: 7 }, null],
  [{ prompt_tokens: 5, completion_tokens: 7, total_tokens: null }, counted(5, 7)],
  [{ prompt_tokens: 5, completion_tokens: 7, total_tokens: -1 }, counted(5, 7)],
  [{ prompt_tokens: 5, completion_tokens: 7, total_tokens: 9e15 }, counted(5, 7)],
  [{ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, null],
  [{ prompt_tokens: 5, completion_tokens: 0, total_tokens: 5 }, null],
  [{ prompt_tokens: 9e15, completion_tokens: 7 }, null],
  [{ prompt_tokens: 5, completion_tokens: Number.POSITIVE_INFINITY }, null],
  [{ prompt_tokens: -5, completion_tokens: 7 }, null],
  [{ prompt_tokens: '5', completion_tokens: 7 }, null],
  [{ total_tokens: 12 }, null],
  [null, null],
  [undefined, null],
  ['many', null],
])('%j is counted as %j', (usage, expected) => {
  const reply = JSON.stringify({ choices: [{ message: { content: 'a' }, finish_reason: 'stop' }], usage });
  expect(read([new TextEncoder().encode(reply)]).usage).toEqual(expected);
});

const delta = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] })}`;
const countEvent = `data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":9,"total_tokens":16}}`;

/** Returns the whole result of a stream that arrives in these pieces. */
function read(pieces: readonly Uint8Array[]) {
  const utf8 = new TextDecoder();
  const reply = createReply(100_000);
  let text = '';
  for (const piece of pieces)
    if (reply.state() !== 'over') text += reply.feed(utf8.decode(piece, { stream: true })).text;
  text += reply.finish().text;
  let problem: string | null = null;
  try {
    reply.check();
  } catch (error) {
    problem = error instanceof ProblemError ? error.code : String(error);
  }
  return { text, problem, usage: reply.usage() };
}

function cut(whole: Uint8Array, marks: readonly number[]): Uint8Array[] {
  const places = [0, ...marks.map((mark) => mark % (whole.length + 1)), whole.length].sort((a, b) => a - b);
  return places.slice(1).map((place, index) => whole.subarray(places[index], place));
}

const lines = fc.oneof(
  fc.string({ unit: character, maxLength: 12 }).map((content) => delta(content)),
  fc.constantFrom(
    ': ping',
    'event: message',
    'data:',
    'id: 1\nretry: 5',
    countEvent,
    'data: {"choices":[{"delta":{"role":"assistant"}}]}',
    'data: {"choices":[{"delta":null,"finish_reason":""}]}',
    'data: {"choices":null}',
    'data: : ping - 2',
    'event: ping\ndata: now',
  ),
);
const endings = fc.constantFrom(
  '',
  'data: [DONE]',
  delta('the end', 'stop'),
  delta('cut', 'length'),
  delta('held back', 'content_filter'),
  'data: {"choices":[{"delta":{"refusal":"No."}}]}',
  'data: {"error":{"message":"late","code":"insufficient_quota"}}',
  'data: {"error":{"message":"late","code":429}}',
  'data: {"choices":',
  'data: <h1>Bad gateway</h1>',
  'data: {"choices":"none"}',
);
const newlines = fc.constantFrom('\n', '\r\n', '\r');

test('a stream gives the same result however it is cut', () => {
  fc.assert(
    fc.property(
      fc.array(lines, { maxLength: 8 }),
      endings,
      fc.array(lines, { maxLength: 3 }),
      newlines,
      fc.array(fc.nat(), { maxLength: 12 }),
      (before, ending, after, newline, marks) => {
        const events = [...before, ending, countEvent, ...after, 'data: [DONE]', ''];
        const whole = new TextEncoder().encode(events.join('\n\n').replaceAll('\n', newline));
        const expected = read([whole]);
        expect(read(cut(whole, marks))).toEqual(expected);
        expect(read(Array.from(whole, (byte) => Uint8Array.of(byte)))).toEqual(expected);
      },
    ),
    { numRuns: 300 },
  );
});

test('a failure keeps the text that came with it, and nothing after it counts', () => {
  const stream = [
    delta('Über 🥾'),
    delta(' die', 'length'),
    countEvent,
    'data: {"error":"late"}',
    delta('!'),
    '',
  ];
  expect(read([new TextEncoder().encode(stream.join('\n\n'))])).toEqual({
    text: 'Über 🥾 die',
    problem: 'provider-output-limit',
    usage: { type: 'usage', inputTokens: 7, outputTokens: 9 },
  });
});

test('a count from before the last text does not count', () => {
  const early = 'data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":1}}';
  const stream = [early, delta('A'), delta('', 'stop'), ''];
  expect(read([new TextEncoder().encode(stream.join('\n\n'))])).toEqual({
    text: 'A',
    problem: null,
    usage: null,
  });
});

test.each(['null', ''])('a finish_reason of %j is not an end', (reason) => {
  const stream = [delta('A', reason), delta('B', reason), ''];
  expect(read([new TextEncoder().encode(stream.join('\n\n'))])).toMatchObject({
    text: 'AB',
    problem: 'provider-reply-cut',
  });
});

test('text after an end belongs to the reply, which then has no end', () => {
  const stream = [delta('A', 'stop'), delta('B'), ''];
  expect(read([new TextEncoder().encode(stream.join('\n\n'))])).toMatchObject({
    text: 'AB',
    problem: 'provider-reply-cut',
  });
});

test('an event without an end is an error', () => {
  const reply = createReply(1000);
  reply.feed(`${delta('A')}\n\n`);
  for (let fed = 0; fed < 2000 && reply.state() !== 'over'; fed += 100) reply.feed('x'.repeat(100));
  expect(reply.state()).toBe('over');
  expect(() => reply.check()).toThrow(ProblemError);
});

test.each([
  [
    'thoughts beside the text',
    [
      { type: 'thinking', thinking: [{ text: 'Hm.' }] },
      { type: 'text', text: 'A' },
    ],
    'A',
  ],
  [
    'parts of the text',
    [
      { type: 'text', text: 'A' },
      { type: 'text', text: 'B' },
    ],
    'AB',
  ],
  ['no parts', [], ''],
])('content that is a list of %s is read', (_name, content, text) => {
  const event = JSON.stringify({ choices: [{ delta: { content } }] });
  expect(createReply(1000).feed(`data: ${event}\n\n`).text).toBe(text);
});
