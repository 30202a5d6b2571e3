import { describe, expect, test } from 'vitest';

import { testUrls } from '#provider/corpus/hostile.ts';

import { isScriptAddress, isWebAddress } from './web-address.ts';

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

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'jav\tascript:alert(1)',
  'java\nscript\u0000:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript&#x3a alert(1)',
  '&#106;avascript:alert(1)',
  'jav&Tab;ascript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
])('%j is a script address', (address) => expect(isScriptAddress(address)).toBe(true));

test.each([
  'https://a.example/?q=javascript:1',
  '/javascript:x',
  'about.html',
  '#data:',
  'mailto:a@a.example',
  '',
])('%j does not', (address) => expect(isScriptAddress(address)).toBe(false));

test('a browser reads every web address as http or https', () => {
  const taken = testUrls.filter(isWebAddress);
  const schemes = new Set(taken.filter((url) => URL.canParse(url)).map((url) => new URL(url).protocol));
  expect(schemes).toEqual(new Set(['http:', 'https:']));
  expect(testUrls.length).toBeGreaterThan(180);
  expect(taken.length).toBeGreaterThan(50);
});
