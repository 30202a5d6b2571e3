import { expect, test } from 'vitest';

import { createFrameReader } from './frames.ts';

type Frame = readonly [kind: string, value?: unknown, event?: string | null];

/** Returns the frames of an answer that arrives in these pieces. */
function framesOf(pieces: readonly string[], maxBufferLength = 10_000): Frame[] {
  const frames: Frame[] = [];
  const reader = createFrameReader(maxBufferLength, {
    json: (value, event) => frames.push(['json', value, event]),
    other: (text, event) => frames.push(['other', text, event]),
    done: () => frames.push(['done']),
    fail: (code) => frames.push([code]),
  });
  for (const piece of pieces) reader.feed(piece);
  if (frames.at(-1)?.[0] !== 'provider-reply-broken') reader.end();
  return frames;
}

const json = (value: unknown, event: string | null = null): Frame => ['json', value, event];
const [a, b, c] = [{ a: 'data: {"x":1}' }, { b: [1, '\n', 'Ü🥾'] }, { c: null }];
const [textA, textB, textC] = [a, b, c].map((value) => JSON.stringify(value));

const answers: readonly (readonly [string, string, readonly Frame[]])[] = [
  ['events', `data: ${textA}\n\ndata: ${textB}\n\ndata: [DONE]\n\n`, [json(a), json(b), ['done']]],
  ['events of CRLF', `data: ${textA}\r\n\r\ndata:${textB}\r\n\r\n`, [json(a), json(b)]],
  ['events behind blank lines', `\n\n  data: ${textA}\n\n`, [json(a)]],
  ['a name', `event: ping\ndata: now\n\ndata: ${textA}\n\n`, [['other', 'now', 'ping'], json(a)]],
  ['no blank line at the end', `: hello\n\ndata: ${textA}\n\ndata: ${textB}`, [json(a), json(b)]],
  ['an end inside an event', `data: ${textA}\n\ndata: {"b":[`, [json(a)]],
  ['a ping as data', `data: : ping - 2\n\ndata: ${textA}\n\n`, [['other', ': ping - 2', null], json(a)]],
  ['two in one line', `data: ${textB}data: ${textC}\n\n`, [json(b), json(c)]],
  ['the prefix twice', `data: data: ${textB}\n\n`, [json(b)]],
  ['two in one event', `data: ${textB}\n${textC}\n\n`, [json(b), json(c)]],
  ['JSON over several lines', `data: {"c":\ndata: null}\n\n`, [json(c)]],
  ['JSON behind a comment', `: processing\n\n${textB}\n`, [json(b)]],
  ['one broken off', `data: {"b":"xdata: ${textC}\n\n`, [['other', '{"b":"x', null], json(c)]],
  ['one value', `${textB}`, [json(b)]],
  ['one value in white space', `\n \n${textB}\n\n`, [json(b)]],
  ['one value over lines', JSON.stringify(a, null, 2), [json(a)]],
  ['a value and [DONE]', `${textA}data: [DONE]\n\n`, [json(a)]],
  ['a value over lines and [DONE]', `${JSON.stringify(a, null, 2)}\n\ndata: [DONE]\n\n`, [json(a)]],
  ['a list', `[${textA}]`, [json([a])]],
  ['lines', `${textA}\n${textB}\r\n\n${textC}`, [json(a), json(b), json(c)]],
  ['lines and [DONE]', `${textB}\ndata: [DONE]\n`, [json(b), ['done']]],
  ['lines that are cut off', `${textA}\n{"b":[`, [json(a)]],
  ['half a value', '{"b":[', [['other', '{"b":[', null]]],
  ['a page', '<!doctype html>', [['provider-address']]],
  ['a sentence', 'upstream connect error', [['other', 'upstream connect error', null]]],
  ['nothing', '', []],
];

test.each(answers)('%s are the same frames wherever the answer is cut', (_name, answer, frames) => {
  expect(framesOf([answer])).toEqual(frames);
  for (let at = 1; at < answer.length; at += 1)
    expect(framesOf([answer.slice(0, at), answer.slice(at)])).toEqual(frames);
  expect(framesOf(answer.split(''))).toEqual(frames);
});

test.each([
  ['an event', `data: ${'x'.repeat(99)}`],
  ['a value', `{"a":"${'x'.repeat(99)}`],
  ['white space', ' '.repeat(99)],
])('%s without an end is too long', (_name, answer) => {
  expect(framesOf([answer], 50)).toEqual([['provider-reply-broken']]);
});
