import process from 'node:process';

import { describe, expect, test } from 'vitest';

import { testUrls } from '#provider/corpus/hostile.ts';

import {
  doubtOf,
  isScriptAddress,
  isWebAddress,
  trimAddress,
  unescapeAddress,
  withoutEntities,
} from './web-address.ts';

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

test.each([
  ['\u200Bhttps://a.example\u200B', 'https://a.example'],
  ['\u200Ehttps://a.example \u2060', 'https://a.example'],
  [' \t\uFEFFhttps://a.example\u00AD\r\n', 'https://a.example'],
  ['https://a.example/\u200Bx', 'https://a.example/\u200Bx'],
  ['https://a.example/❤\uFE0F', 'https://a.example/❤\uFE0F'],
  ['https://a.example/🏴\u{E0067}\u{E007F}', 'https://a.example/🏴\u{E0067}\u{E007F}'],
  ['https://a.example\0', 'https://a.example\0'],
  ['\u200B', ''],
])('%j is trimmed to %j', (text, address) => expect(trimAddress(text)).toBe(address));

test.each([
  ['https://a.example/x', null],
  ['HTTP://A.EXAMPLE/?u=https://b.example', null],
  ['https://a.example/?a=1&b=2&amplitude=3', null],
  ['https://a.example https://b.example', 'several'],
  ['https://a.example;"https://b.example', 'several'],
  ['mailto:me@a.example', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['com.shop.app://pan', 'scheme'],
  ['http:/a.example', 'scheme'],
  ['a.example/x', 'plain'],
  ['a.example:8080/x', 'plain'],
  ['localhost:3000', 'plain'],
  ['https://', 'plain'],
  ['', 'plain'],
  ['https://a.example/long-\npath', 'blank'],
  ['https://a.example/a b', 'blank'],
  ['https://a.example/?a=1&amp;b=2', 'escaped'],
  ['https://a.example/?a=1&#038;b=2', 'escaped'],
  ['https://a.example/?a=1&#x26;b=2', 'escaped'],
])('the doubt about %j is %j', (url, doubt) => expect(doubtOf(url)).toBe(doubt));

test('an address is unescaped once, and only its &', () => {
  expect(unescapeAddress('https://a.example/?a=1&amp;b=%20&#038;c=&lt;&AMP;amp;d')).toBe(
    'https://a.example/?a=1&b=%20&c=&lt;&amp;d',
  );
});

test.each([
  ['&eacute;&Eacute;&szlig;&times;&yuml;', 'éÉß×ÿ'],
  ['&AMP;&Nbsp;', '&\u00A0'],
  ['&valueOf;&constructor;&unknown;', '&valueOf;&constructor;&unknown;'],
])('the entities in %j are %j', (html, text) => expect(withoutEntities(html)).toBe(text));

test('a long address is read in little time', () => {
  for (const text of [
    `a${'\u200B'.repeat(100_000)}b`,
    '&#'.repeat(50_000),
    ', '.repeat(50_000),
    'a:'.repeat(50_000),
  ]) {
    const start = process.cpuUsage();
    doubtOf(trimAddress(text));
    expect(process.cpuUsage(start).user).toBeLessThan(500_000);
  }
});
