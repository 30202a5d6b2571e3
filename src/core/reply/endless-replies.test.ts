import { describe, expect, test } from 'vitest';

import { markerLinesFor } from './lines.ts';
import { createReplyReader } from './reply-reader.ts';
import { eventsOf } from './test-events.ts';

describe('an endless reply', () => {
  test('gives at most 2,000 edits for a version', () => {
    const events = eventsOf([
      `VERSION: SAFE\n${Array.from({ length: 9000 }, (_, at) => `INSERT ${at}: A pan.\n`).join('')}VERSION: CRAZY\nINSERT 3: A pan.`,
    ]);
    expect(events).toHaveLength(2002 + 3);
    expect(eventsOf([`VERSION: SAFE\n${'remark\n'.repeat(9000)}`], 'Text.').length).toBeLessThan(2003);
  });

  test('that repeats its edits ends the version, so that what came before is not lost', () => {
    for (const loop of ['INSERT 3: A pan.\n', 'INSERT 3: A pan.\nREPLACE 4: B.\n']) {
      const reader = createReplyReader();
      const events = reader.feed(`VERSION: SAFE\nINSERT 1: A.\n${loop.repeat(100)}`);
      expect(events.at(-1)).toEqual({ type: 'version-end', version: 'safe' });
      expect(reader.feed(loop)).toEqual([]);
      expect(reader.feed('VERSION: CRAZY\nINSERT 1: A.\n').map(({ type }) => type)).toEqual([
        'version-start',
        'version-edit',
      ]);
    }
  });

  test('does not hold back a line of more than 64 KB', () => {
    const reader = createReplyReader();
    reader.feed('VERSION: SAFE\n');
    let length = 0;
    for (let at = 0; at < 100; at += 1)
      for (const event of reader.feed('INSERT 3 '.repeat(111)))
        if (event.type === 'version-text') length += event.text.length;
    expect(99_900 - length).toBeLessThan(66_000);
    const [, asked] = eventsOf([`VERSION: SAFE\nINSERT 3: ${'a '.repeat(100_000)}.\nINSERT 5: B.`]);
    expect(asked?.type === 'version-edit' && asked.edit.text.length).toBeLessThan(66_000);
  });

  const units = [
    '[[',
    '((',
    '<',
    '<think>',
    '</think>',
    '[THINK]',
    '<|channel|>',
    '{',
    '{"a":',
    '{"a":\n',
    '[\n',
    '"\n',
    '{}',
    '[{"SAFE":"',
    'VERSION: SAFE\n',
    'VERSION: SAFE',
    '**VERSION',
    'SAFE ',
    'INSERT 3: ',
    'INSERT 3: a\n',
    'INSERT 3',
    '| INSERT ',
    '| INSERT | 3 | a |\n',
    '<insert n="3">',
    '@@ a ',
    '[6] ',
    '(rest ',
    '\n',
    '```\n',
    ' ',
    '\u200B',
    '. INSERT 3: ',
    ' INSERT 3: ',
    ' VERSION: SAFE INSERT 3: A. ',
    'ADD 3 "',
    '"',
    'REPLACE 3: Old: ',
    'REPLACE 3: "a" -> ',
    ' New: ',
    'SKIP L1, ',
    'SKIP L1: a\n',
    'PLAN\nL1: ',
    'analysisA ',
    'assistantfinal',
    '<think>\nVERSION: SAFE\n',
    'x\n',
    'a b ',
    '}\n',
  ];

  // It takes a third of a second. If the time grew with the square of the length, it would exceed the limit.
  test.each(units)(
    'takes time in proportion to its length: %j',
    (unit) => {
      const text = unit.repeat(Math.ceil(100_000 / unit.length));
      for (const before of ['', 'VERSION: SAFE\n', 'VERSION: SAFE\nOne.\n', 'VERSION: SAFE\nINSERT 1: A\n'])
        expect(eventsOf([before + text], 'Text.', 'safe')).toEqual(expect.any(Array));
    },
    60_000,
  );
});

test.each(['\u2028', '\r', '\r1', ' '])(
  'own text is read in time in proportion to its length: %j',
  (unit) => {
    const content = `Version\n# ${unit.repeat(100_000)}safe`;
    expect(markerLinesFor(content).safe).toBe('VERSION: SAFE');
    expect(eventsOf(['VERSION: SAFE\nINSERT 1: A.'], content, 'safe')).toEqual(expect.any(Array));
  },
  60_000,
);
