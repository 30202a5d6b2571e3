import { expect, test } from 'vitest';

import { disclosureFor, isAmazonAddress } from './disclosure.ts';

const shop = 'https://shop.example/pan';
const amazon = 'https://amzn.to/3abc';

test('says in the language of the content that links earn a commission', () => {
  expect(disclosureFor([shop], 'en')).toBe(
    'I get commissions for purchases made through links in this post.',
  );
  expect(disclosureFor([shop], 'de')).toContain('Provision');
  expect(disclosureFor([shop], 'es')).toContain('comisiones');
  expect(disclosureFor([shop], null)).toBe(disclosureFor([shop], 'en'));
});

test('adds the sentence that Amazon requires if one of the links leads there', () => {
  expect(disclosureFor([shop, amazon], 'en')).toMatch(
    / As an Amazon Associate I earn from qualifying purchases\.$/u,
  );
  expect(disclosureFor([amazon], 'de')).toContain(
    'Als Amazon-Partner verdiene ich an qualifizierten Verkäufen.',
  );
  expect(disclosureFor(['https://amazon.evil.example/'], 'en')).not.toContain('Amazon');
});

test('says nothing without a link', () => {
  expect(disclosureFor([], 'en')).toBeNull();
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
  expect(isAmazonAddress(url)).toBe(true);
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
  expect(isAmazonAddress(url)).toBe(false);
});
