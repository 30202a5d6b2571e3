import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { applyEdits } from './apply-edits.ts';
import { editsOfSafeText, editsOfText } from './edits-of-text.ts';

const url = 'https://a.example/x?y=(1)';
const content = 'One is here. I took a canvas bag with me.\nThe road was long.\n\nAt last we came home.\n';

function changed(text: string): string[] {
  return editsOfText(content, text, 'model', [url]).map(
    ({ start, end, text: to }) => `${content.slice(start, end)} -> ${to}`,
  );
}

function safely(text: string) {
  const { edits, dropped } = editsOfSafeText(content, text, 'model', [url]);
  return { text: applyEdits(content, edits), dropped: dropped.map((each) => each.text) };
}

describe('the edits of a whole text', () => {
  test('are insertions where sentences are new', () => {
    expect(changed(content.replace('long.', `long. A [[good coat]]((${url})) helps.`))).toEqual([
      ` ->  A [[good coat]]((${url})) helps.`,
    ]);
  });

  test('hold a link around the author’s words as one edit', () => {
    expect(changed(content.replace('canvas bag', `[[canvas bag]]((${url}))`))).toEqual([
      `canvas bag -> [[canvas bag]]((${url}))`,
    ]);
  });

  test('tell changed words of a sentence from those that stay', () => {
    expect(changed(content.replace('took a canvas', 'had a linen'))).toEqual([
      'took a canvas -> had a linen',
    ]);
  });

  test('take an inserted paragraph whole', () => {
    expect(changed(content.replace('\n\nAt', `\n\nNew [[coat]]((${url})).\n\nAt`))).toEqual([
      ` -> \n\nNew [[coat]]((${url})).`,
    ]);
  });
});

describe('the edits of a whole safe text', () => {
  test('undo what changes or drops words, and keep what adds some', () => {
    const text = `One is here. I carried a linen bag with me. A [[coat]]((${url})) helped. The road was long. At last we came home, tired.`;
    expect(safely(text)).toEqual({
      text: content
        .replace('with me.', `with me. A [[coat]]((${url})) helped.`)
        .replace('home.', 'home, tired.'),
      dropped: ['I carried a linen bag with me.'],
    });
  });

  test('let a link stand around the author’s words', () => {
    const text = content.replace('canvas bag', `[[sturdy canvas bag]]((${url}))`);
    expect(safely(text)).toEqual({ text, dropped: [] });
  });

  test('keep the author’s line breaks', () => {
    const text = `${content.replaceAll(/\s+/gu, ' ')}A [[coat]]((${url})) helps.`;
    expect(safely(text).text).toBe(
      'One is here. I took a canvas bag with me.\nThe road was long.\n\nAt last we came home.' +
        ` A [[coat]]((${url})) helps.\n`,
    );
  });

  test('leave a sentence out that stands where the author’s was', () => {
    expect(safely(content.replace('The road was long.', `Streets are [[endless]]((${url})).`))).toEqual({
      text: content,
      dropped: ['Streets are endless.'],
    });
  });
});

const scrap = fc.constantFrom(
  'One here. ',
  'Two, there! ',
  'a',
  ' ',
  '\n',
  '\r\n',
  '\n\n',
  '\u00A0',
  '# ',
  '- ',
  '> ',
  '`x`',
  '```\n',
  '<p>',
  '</p>',
  '你好。',
  '我爱你！',
  'สวัสดี',
  'مرحبا. ',
  '👨‍👩‍👧',
  '\uD83D',
  '[[',
  ']]',
  '((',
  '))',
  '[a](b)',
  `[[x]]((${url}))`,
  '[[one here]]((u))',
  '**b** ',
  '.',
  '1. ',
  'the long road went on. ',
  'the road went. ',
);
const texts = fc.array(scrap, { maxLength: 30 }).map((scraps) => scraps.join(''));
const related = fc
  .tuple(texts, fc.array(fc.tuple(fc.nat(), fc.nat(12), scrap), { maxLength: 5 }))
  .map(([text, cuts]) => {
    let other = text;
    for (const [at, length, inserted] of cuts) {
      const from = at % (other.length + 1);
      other = other.slice(0, from) + inserted + other.slice(from + length);
    }
    return [text, other] as const;
  });
const pairs = fc.oneof(fc.tuple(texts, texts), related, related);

test('whatever the two texts are, the edits make the one of the other, in order and without overlaps', () => {
  fc.assert(
    fc.property(pairs, ([from, to]) => {
      const edits = editsOfText(from, to, 'model', [url]);
      expect(applyEdits(from, edits)).toBe(to);
      for (const [index, { start, end }] of edits.entries()) {
        expect(start).toBeLessThanOrEqual(end);
        expect(start).toBeGreaterThanOrEqual(edits[index - 1]?.end ?? 0);
      }
    }),
    { numRuns: 2000 },
  );
});

test('whatever the two texts are, the safe edits only insert', () => {
  fc.assert(
    fc.property(pairs, ([from, to]) => {
      const { edits } = editsOfSafeText(from, to, 'model', [url]);
      for (const [index, { start, end }] of edits.entries()) {
        expect(start).toBe(end);
        expect(start).toBeGreaterThanOrEqual(edits[index - 1]?.end ?? 0);
      }
      expect(edits.every(({ text }) => text !== '')).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['one sign without end', 'a '.repeat(50_000), 'a b '.repeat(25_000)],
  ['numbers that look like sentences', '1. '.repeat(33_000), '1. 1 '.repeat(20_000)],
  ['two rhythms', 'ab. ba ba. '.repeat(9000), 'ba. ab. '.repeat(12_000)],
  ['brackets', '[['.repeat(50_000), '[[x]]((u)) '.repeat(9000)],
])(
  '%s takes no more than linear time',
  (_, from, to) => {
    expect(applyEdits(from, editsOfText(from, to, 'model'))).toBe(to);
    expect(editsOfSafeText(from, to, 'model').edits.every(({ start, end }) => start === end)).toBe(true);
  },
  30_000,
);
