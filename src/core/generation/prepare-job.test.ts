import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitsOf } from '#core/limits/known-models.ts';
import { versionNames } from '#core/edits/version-names.ts';
import { prepareJob, cutContent } from './prepare-job.ts';
import { builtInTerms, type WritingTerms } from '#core/limits/terms.ts';
import { parseDocument } from '#core/document/document.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';

const links = [{ id: '1', url: 'https://shop.example/tent', description: 'A tent' }];
const model = limitsOf('gpt-4', { contextWindow: null, outputLimit: null });
const price = { input: 30, output: 60 };
const terms = { maxContentChars: 5_800, model, price, protocol: 'rewrite' as const };

const inEdits = { ...terms, protocol: 'edits' as const, maxContentChars: 100_000 };

const prepare = (content: string, chosen: typeof links, own: WritingTerms = terms) =>
  prepareJob({ content, links: chosen }, own);
const article = 'A tent keeps the rain off. ';

test('a job contains the price and the output limit', () => {
  const job = prepare(article.repeat(40), links);
  expect(job.terms.price).toBe(price);
  expect(job.parts[0]?.maxOutputTokens).toBeGreaterThan(versionNames.length * 300);
  expect(job.parts[0]?.maxOutputTokens).toBeLessThan(3_000);
});

test('no writer sees the tags of a link', () => {
  const [tent] = links;
  const tagged = [{ id: '1', url: tent?.url ?? '', description: `${tent?.description} #camping #gift` }];
  const job = prepare(article, tagged, inEdits);
  expect(job.links).toEqual(prepare(article, links, inEdits).links);
  expect(JSON.stringify(job)).not.toMatch(/camping|gift/u);
});

test('content beyond the limit is refused with its length and the limit', () => {
  expect(() => prepare('x'.repeat(31_200), links)).toThrow(
    'Your content has 31,200 characters. The limit is 5,800. Please shorten it and try again.',
  );
  expect(() => prepare('x'.repeat(31_200), links)).toThrow(
    expect.objectContaining({ code: 'content-too-long' }),
  );
});

test('short content that is too long for the model is refused with the length that would fit', () => {
  expect(() => prepare('好的土壤和规律的浇水'.repeat(400), links)).toThrow(
    /^Your content has 4,000 characters\. The limit is 1,\d00\./,
  );
});

test('links that leave no room for content are refused with their own message', () => {
  const many = Array.from({ length: 100 }, () => links).flat();
  expect(() => prepare('A tent.', many)).toThrow(
    'The selected links alone are too much for this model. Please select fewer links and try again.',
  );
});

test('the built-in writer takes the longest content, is free and has no output limit', () => {
  const job = prepare('好'.repeat(5_800), links, builtInTerms(terms));
  expect(job).toMatchObject({ parts: [], terms: { price: null } });
  expect(() => prepare('好'.repeat(5_801), links, builtInTerms(terms))).toThrow('The limit is 5,800');
});

test('a text without full stops is one sentence, which needs no room for a replacement', () => {
  const wide = { ...inEdits, model: limitsOf('gpt-4o', { contextWindow: null, outputLimit: null }) };
  expect(prepare('and then we put up the tent '.repeat(1600), links, wide).parts).toHaveLength(1);
  expect(() => prepare('and then we put up the tent '.repeat(1600), links, inEdits)).toThrow(
    /^Your content has sentences that are too long for this model/,
  );
});

test('with edits, the message also says how much would fit, or that there are too many links', () => {
  const small = { ...inEdits, model: limitsOf('own', { contextWindow: 1700, outputLimit: null }) };
  expect(() => prepare(article.repeat(3000), links, small)).toThrow(/characters\. The limit is [\d,]+\./);
  const many = Array.from({ length: 100 }, () => links).flat();
  expect(() => prepare(article.repeat(100), many, { ...small })).toThrow(/^The selected links alone/);
});

test('the wordings to avoid are limited, each on one quoted line', () => {
  const avoid = Array.from({ length: 5000 }, (_, index) => `${index} "Quoted"\n${'x'.repeat(9000)}`);
  const wish = { content: article.repeat(9), links, only: { version: 'safe' as const, avoid } };
  const { only, parts } = prepareJob(wish, inEdits);
  expect(only?.avoid).toHaveLength(8);
  expect(only?.avoid.join('').length).toBeLessThan(8001);
  const lines = parts[0]?.prompt.user.split('\n').filter((line) => line.startsWith('not: ')) ?? [];
  expect(lines).toHaveLength(8);
  expect(lines[0]).toMatch(/^not: "0 \\"Quoted\\" x+"$/);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(320);
});

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
      const document = parseDocument(content);
      const numbered = numberSentences(document);
      const weights = numbered.map(({ start, end }) => end - start);
      const stretches = cutContent(document, numbered, weights, count);
      expect(stretches.map(({ span }) => content.slice(span.start, span.end)).join('')).toBe(content);
      expect(stretches.flatMap(({ from, to }) => numbered.slice(from, to))).toEqual(numbered);
      const share = weights.reduce((sum, weight) => sum + weight, 0) / count;
      const longest = Math.max(...weights);
      for (const { from, to, span } of stretches) {
        const weight = weights.slice(from, to).reduce((sum, own) => sum + own, 0);
        expect(weight).toBeLessThanOrEqual(share * 2.3 + longest);
        for (const { start, end } of numbered.slice(from, to)) {
          expect(start).toBeGreaterThanOrEqual(span.start);
          expect(end).toBeLessThanOrEqual(span.end);
        }
      }
    }),
  );
});
