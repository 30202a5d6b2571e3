import { expect, test } from 'vitest';

import { writePrompt } from '#core/prompt/write-prompt.ts';

import { contentLimit, dearestTokens, fitsModel, largestContent, maxTextsTokens } from './content-limit.ts';
import { knownModels, assumedContextWindow, limitsOf } from './known-models.ts';

const unset = { contextWindow: null, outputLimit: null };
const gpt4 = limitsOf('gpt-4', unset);
const links = [
  {
    id: '1',
    url: 'https://shop.example.com/tent?ref=21',
    description: 'A light tent',
    integrations: 1 as const,
  },
];
const sentence = 'A tent keeps the rain off and the wind out, and a good one is up in a minute. ';
const words = (characters: number) =>
  sentence.repeat(Math.ceil(characters / sentence.length)).slice(0, characters);
const capOf = (content: string, limits = gpt4) =>
  maxTextsTokens({ content, links, prompt: writePrompt(content, links) }, limits);

test('the operator’s settings come before known limits, and these before assumed ones', () => {
  expect(gpt4).toMatchObject({ contextWindow: 8_192, outputLimit: 8_192, reasons: false });
  expect(limitsOf('gpt-4', { contextWindow: 9_000, outputLimit: 700 })).toMatchObject({
    contextWindow: 9_000,
    outputLimit: 700,
  });
  expect(limitsOf('my-model', unset)).toEqual({
    contextWindow: assumedContextWindow,
    outputLimit: null,
    reasons: false,
    tokenizer: 'narrow',
  });
  expect(limitsOf('deepseek-r1:8b', unset).reasons).toBe(true);
});

const protocol = 'rewrite' as const;

test('content of the promised length fits each known model with its links', () => {
  for (const { name } of knownModels) {
    const model = limitsOf(name, unset);
    const maxContentChars = contentLimit(model, 'rewrite');
    expect(maxContentChars).toBeGreaterThan(3_000);
    expect(maxContentChars).toBeLessThanOrEqual(largestContent);
    const fit = fitsModel(words(maxContentChars), links, { maxContentChars, model, protocol });
    expect(fit).toEqual({ fits: true, characters: maxContentChars, atMost: maxContentChars });
  }
});

test('with edits, a window of 8,192 tokens takes the longest content, and a very small one takes little or nothing', () => {
  const limits = { maxContentChars: largestContent, model: gpt4, protocol: 'edits' } as const;
  const fit = { fits: true, characters: 100_000, atMost: 100_000 };
  expect(fitsModel(words(100_000), links, limits)).toEqual(fit);
  const small = { ...limits, model: { ...gpt4, contextWindow: 1_600 } };
  const { fits, atMost } = fitsModel(words(5_000), links, small);
  expect(fits).toBe(false);
  expect(atMost).toBeGreaterThan(0);
  expect(fitsModel(words(atMost), links, small).fits).toBe(true);
  const tiny = { ...limits, model: { ...gpt4, contextWindow: 900 } };
  expect(fitsModel(words(5_000), links, tiny)).toMatchObject({ fits: false, atMost: 0 });
});

test('many links are shared by the parts, and too many for a short content are refused', () => {
  const many = Array.from({ length: 70 }, () => links).flat();
  const limits = { maxContentChars: largestContent, model: gpt4, protocol: 'edits' } as const;
  expect(fitsModel(words(60_000), many, limits).fits).toBe(true);
  expect(fitsModel(words(500), many, limits)).toMatchObject({ fits: false, atMost: 0 });
});

test('content beyond the limit is refused with both numbers', () => {
  const limits = { maxContentChars: 6_300, model: gpt4, protocol };
  expect(fitsModel(words(6_301), links, limits)).toEqual({ fits: false, characters: 6_301, atMost: 6_300 });
  expect(fitsModel(words(6_301), links, { maxContentChars: 6_300, model: null, protocol }).fits).toBe(false);
  expect(fitsModel(words(6_300), links, { maxContentChars: 6_300, model: null, protocol }).fits).toBe(true);
});

test('a script with many tokens has room for fewer characters, and a text of that length fits', () => {
  const limits = { maxContentChars: 6_300, model: gpt4, protocol };
  const chinese = '好的土壤和规律的浇水比任何昂贵的肥料都重要。'.repeat(150);
  const { fits, atMost } = fitsModel(chinese, links, limits);
  expect(fits).toBe(false);
  expect(atMost).toBeLessThan(2_000);
  expect(fitsModel(chinese.slice(0, atMost), links, limits).fits).toBe(true);
});

test('many links leave less room, and too many leave none', () => {
  const many = Array.from({ length: 20 }, () => links).flat();
  const limits = { maxContentChars: 6_300, model: gpt4, protocol };
  const few = fitsModel(words(5_000), links, limits);
  const more = fitsModel(words(5_000), many, limits);
  expect(few.fits).toBe(true);
  expect(more).toMatchObject({ fits: false });
  expect(more.atMost).toBeLessThan(5_000);
  expect(fitsModel('A', Array.from({ length: 100 }, () => links).flat(), limits).atMost).toBe(0);
});

test('the output grows with the content and the links, within the model’s limits', () => {
  expect(capOf(words(100))).toBeLessThan(1_500);
  expect(capOf(words(2_000))).toBeGreaterThan(2_000);
  expect(capOf(words(6_000))).toBeGreaterThan(capOf(words(2_000)));
  expect(capOf(words(6_000)) + 1_500).toBeLessThan(8_192);
  expect(capOf(words(2_000), limitsOf('gpt-4', { ...unset, outputLimit: 600 }))).toBe(600);
  expect(capOf(words(50_000))).toBe(1);
});

test('a model that thinks before it answers has room to think', () => {
  expect(capOf(words(2_000), limitsOf('gpt-5', unset))).toBeGreaterThan(25_000);
});

test('for sentences, a window of 4,096 tokens takes the longest content with many links, and a tiny one none', () => {
  const model = { ...gpt4, contextWindow: 4_096 };
  expect(contentLimit(model, 'sentences')).toBe(largestContent);
  const limits = { maxContentChars: largestContent, model, protocol: 'sentences' } as const;
  const many = Array.from({ length: 70 }, () => links).flat();
  const fit = { fits: true, characters: 100_000, atMost: 100_000 };
  expect(fitsModel(words(100_000), many, limits)).toEqual(fit);
  expect(fitsModel(words(100_001), many, limits).fits).toBe(false);
  const tiny = { ...limits, model: { ...gpt4, contextWindow: 600 } };
  expect(fitsModel('A tent.', links, tiny)).toEqual({ fits: false, characters: 7, atMost: 0 });
  expect(contentLimit(tiny.model, 'sentences')).toBe(0);
});

test('for sentences, the dearest generation depends little on the length, and more on the calls', () => {
  const model = { ...gpt4, contextWindow: 4_096 };
  const short = dearestTokens(5_000, model, 'sentences');
  expect(dearestTokens(100_000, model, 'sentences')).toEqual(short);
  expect(short.inputTokens).toBeGreaterThan(2 * 2_000);
  expect(short.inputTokens).toBeLessThan(2 * 8_000);
  const narrow = dearestTokens(5_000, { ...model, contextWindow: 1_500 }, 'sentences');
  expect(narrow.inputTokens).toBeGreaterThan(short.inputTokens);
});
