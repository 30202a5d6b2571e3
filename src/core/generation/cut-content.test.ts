import fc from 'fast-check';
import { expect, test } from 'vitest';

import { scan } from '#core/document/document.ts';
import { numberSentences } from '#core/prompt/numbered-text.ts';

import { cutContent } from './cut-content.ts';
import { atOnce } from '#core/lib/at-once.ts';

const block = fc.oneof(
  fc.constantFrom(
    '## A heading',
    '- One item.\n- Another item.',
    '```\ncode\n```',
    'a | b\n--|--\n1 | 2',
    '> Quoted.',
  ),
  fc
    .array(
      fc.constantFrom('It rained.', 'The road went on for miles and miles.', 'Why not? Nobody knew.', '好。'),
      {
        minLength: 1,
        maxLength: 30,
      },
    )
    .map((sentences) => sentences.join(' ')),
);
const contents = fc
  .tuple(fc.array(block, { minLength: 1, maxLength: 25 }), fc.constantFrom('\n\n', '\r\n\r\n', '\n'))
  .map(([blocks, gap]) => blocks.join(gap));

test('the stretches are the content, sentence by sentence, and none is much larger than its share', () => {
  fc.assert(
    fc.property(contents, fc.integer({ min: 1, max: 12 }), (content, count) => {
      const document = atOnce(scan(content));
      const numbered = numberSentences(document);
      const weights = numbered.sentences.map(({ start, end }) => end - start);
      const stretches = cutContent(document, numbered, weights, count);
      expect(stretches.map(({ span }) => content.slice(span.start, span.end)).join('')).toBe(content);
      expect(stretches.flatMap(({ from, to }) => numbered.sentences.slice(from, to))).toEqual(
        numbered.sentences,
      );
      const share = weights.reduce((sum, weight) => sum + weight, 0) / count;
      const longest = Math.max(...weights);
      for (const { from, to, span } of stretches) {
        const weight = weights.slice(from, to).reduce((sum, own) => sum + own, 0);
        expect(weight).toBeLessThanOrEqual(share * 2.3 + longest);
        for (const { start, end } of numbered.sentences.slice(from, to)) {
          expect(start).toBeGreaterThanOrEqual(span.start);
          expect(end).toBeLessThanOrEqual(span.end);
        }
      }
    }),
  );
});
