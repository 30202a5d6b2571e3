import { expect, test } from 'vitest';

import { disclosureFor } from './disclosure.ts';

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

test('adds the sentence that Amazon asks for where one of the links leads there', () => {
  expect(disclosureFor([shop, amazon], 'en')).toMatch(
    / As an Amazon Associate I earn from qualifying purchases\.$/u,
  );
  expect(disclosureFor([amazon], 'de')).toContain(
    'Als Amazon-Partner verdiene ich an qualifizierten Verkäufen.',
  );
  expect(disclosureFor(['https://amazon.evil.example/'], 'en')).not.toContain('Amazon');
});

test('says nothing where there is no link', () => {
  expect(disclosureFor([], 'en')).toBeNull();
});
