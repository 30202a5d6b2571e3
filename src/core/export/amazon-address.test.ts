import { expect, test } from 'vitest';

import { isAmazonAddress } from './amazon-address.ts';

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
