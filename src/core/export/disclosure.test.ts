import { expect, test } from 'vitest';

import {
  amazonSentenceFor,
  defaultDisclosure,
  disclosureFor,
  disclosureLanguageOf,
  disclosureLimit,
  disclosureWords,
  readyDisclosures,
} from './disclosure.ts';

const shop = 'https://shop.example/pan';
const amazon = 'https://amzn.to/3abc';

test('says in the language of the content that links earn a commission', () => {
  expect(disclosureFor([shop], 'en', {})).toBe(
    'I get commissions for purchases made through links in this post.',
  );
  expect(disclosureFor([shop], 'de', {})).toContain('Provision');
  expect(disclosureFor([shop], 'es', {})).toContain('comisiones');
  expect(disclosureFor([shop], 'other', {})).toBe(disclosureFor([shop], 'en', {}));
});

test('adds the sentence that Amazon requires if one of the links leads there', () => {
  expect(disclosureFor([shop, amazon], 'en', {})).toMatch(
    / As an Amazon Associate I earn from qualifying purchases\.$/u,
  );
  expect(disclosureFor([amazon], 'de', {})).toContain(
    'Als Amazon-Partner verdiene ich an qualifizierten Verkäufen.',
  );
  expect(disclosureFor(['https://amazon.evil.example/'], 'en', {})).not.toContain('Amazon');
});

test('says nothing without a link', () => {
  expect(disclosureFor([], 'en', {})).toBeNull();
  expect(disclosureFor([], 'en', { en: 'Ad.' })).toBeNull();
});

test('a text of one’s own replaces the default of its language only, and stands alone', () => {
  const texts = { en: 'Ad: I am paid.', other: 'Pub' };
  expect(disclosureFor([shop, amazon], 'en', texts)).toBe('Ad: I am paid.');
  expect(disclosureFor([shop], 'other', texts)).toBe('Pub');
  expect(disclosureFor([shop], 'de', texts)).toBe(defaultDisclosure('de'));
  expect(disclosureFor([shop], 'es', { es: ' \u200B ' })).toBe(defaultDisclosure('es'));
});

test.each(readyDisclosures)('the ready text by $by is followed by Amazon’s sentence', (ready) => {
  const sentence = amazonSentenceFor([amazon], ready.words, 'other') ?? '';
  expect(sentence).toBe(amazonSentenceFor([amazon], defaultDisclosure(ready.language), 'other'));
  expect(disclosureFor([amazon], 'other', { other: ready.words })).toBe(`${ready.words} ${sentence}`);
  expect(disclosureFor([shop], 'en', { en: ready.words })).toBe(ready.words);
  expect(ready.words.length).toBeLessThanOrEqual(disclosureLimit);
});

test.each([
  ['line breaks', 'Ad:\r\n\u2028 I am\tpaid.\n\n', 'Ad: I am paid.'],
  ['control characters', '\u0000Ad\u0085: paid\u001B.', 'Ad : paid .'],
  ['signs that turn the direction', '\u202EAd\u2066: paid\u2069.', 'Ad: paid.'],
  ['lone surrogates', '\uD800Ad: 💰\uDC00 paid.\uD83D', 'Ad: 💰 paid.'],
  ['the signs of our own placeholders', 'Ad: \uFDD00\uFDD1\uFDD5paid.\uFFFF', 'Ad: 0paid.'],
  ['more than 300 characters', 'a'.repeat(400), 'a'.repeat(300)],
  ['half of a sign at the end', `${'a'.repeat(299)}💰`, 'a'.repeat(299)],
])('a text of one’s own has no %s', (_, text, words) => {
  expect(disclosureWords(text)).toBe(words);
  expect(disclosureWords(words)).toBe(words);
});

test.each(['', ' \n', '\u200B', '…', '\u3164'])('%j is no text of one’s own', (text) => {
  expect(disclosureWords(text)).toBeNull();
});

test('a language that is not known is other', () => {
  expect(disclosureLanguageOf('This is what you get for it.')).toBe('en');
  expect(disclosureLanguageOf('Zupa jarzynowa')).toBe('other');
});

test.each([
  'https://www.amazon.com/dp/B000?tag=me-20',
  'https://amazon.de/dp/B000',
  'HTTPS://WWW.AMAZON.CO.UK./dp/B000',
  'http://smile.amazon.com.au:443/x',
  'https://amzn.to/3abc',
  'https://amzn.eu/d/x',
  'https://a.co/d/x',
  'https://me:secret@www.amazon.es/x',
  'https://evil.example@amazon.it/',
  'https://%61mazon.fr/',
  'https://ａｍａｚｏｎ.com/',
])('%s leads to Amazon', (url) => {
  expect(amazonSentenceFor([url], '', 'en')).toMatch(/^As an Amazon Associate/u);
});

test.each([
  'https://amazon.evil.example/',
  'https://amazon.com.evil.example/',
  'https://notamazon.com/',
  'https://amazon.com@evil.example/',
  'https://evil.example\\@amazon.com/',
  'https://evil.example/?x=https://amazon.com/',
  'https://evil.example#@amazon.com',
  'https://xamzn.to/',
  'https://amazon.example/',
  'https://co.uk/',
  'https://%E0%A4%A/',
  'ftp://amazon.com/',
  '',
])('%s does not lead to Amazon', (url) => {
  expect(amazonSentenceFor([url], '', 'en')).toBeNull();
});
