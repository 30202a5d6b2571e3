import { describe, expect, test } from 'vitest';

import { testUrls } from '#provider/corpus/hostile.ts';

import { isWebAddress } from './web-address.ts';

describe('a web address', () => {
  test.each([
    'http://a.example',
    'https://a.example/path?x=1&y=2#z',
    'HTTPS://A.EXAMPLE/',
    'https://münchen.example/küche',
    'https://grow.example.com/🌱-starter-kit/tower-(28-plants)?ref=farm',
    'https://a.example/with a space',
    'http://127.0.0.1:8080/',
    'https://user:secret@a.example/',
  ])('is %s', (url) => {
    expect(isWebAddress(url)).toBe(true);
  });

  test.each([
    '',
    'a.example/path',
    '//a.example',
    '/path',
    'https:',
    'https://',
    'https:///a.example',
    'https:/a.example',
    'https:\\\\a.example',
    'https:// a.example',
    ' https://a.example',
    'https://a.example\n',
    'https://a.example/\u0000',
    'java\tscript:alert(1)',
    'javascript:alert(1)//https://a.example',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'ftp://a.example',
    'mailto:a@a.example',
    'blob:https://a.example/1',
  ])('is not %j', (url) => {
    expect(isWebAddress(url)).toBe(false);
  });
});

test('whatever is taken for a web address, a browser reads as http or https', () => {
  const taken = testUrls.filter(isWebAddress);
  const schemes = new Set(taken.filter((url) => URL.canParse(url)).map((url) => new URL(url).protocol));
  expect(schemes).toEqual(new Set(['http:', 'https:']));
  expect(testUrls.length).toBeGreaterThan(180);
  expect(taken.length).toBeGreaterThan(50);
});
