import { expect, test } from 'vitest';

import { readTarget } from './link-target.ts';
import { addressByTemplate, faultOfTemplate } from './shop-template.ts';

const template = 'https://go.example/?url={url}&by=me';

test.each([
  ['shop.example', template, null],
  ['www.shop.example', template, null],
  ['https://www.shop.example/any/page', template, null],
  ['bücher.example', template, null],
  ['', template, 'no-shop'],
  ['shop', template, 'no-shop'],
  ['a shop.example', template, 'no-shop'],
  ['shop.example', 'go.example/?url={url}', 'no-address'],
  ['shop.example', 'javascript:{url}', 'no-address'],
  ['shop.example', 'https://go.example/ ?url={url}', 'no-address'],
  ['shop.example', 'https://go.example/', 'no-place'],
  ['shop.example', 'https://go.example/?a={url}&b={url}', 'no-place'],
  ['shop.example', 'https://{url}/', 'no-place'],
  ['shop.example', 'https://go.{url}', 'no-place'],
])('for the shop "%s", the template "%s" has this fault', (shop, given, fault) => {
  expect(faultOfTemplate({ shop, template: given })).toBe(fault);
});

function made(address: string, shop = 'shop.example', given = template): string | null {
  const target = readTarget(address);
  return target === null ? null : addressByTemplate({ shop, template: given }, target);
}

test('an address is made of the template and the escaped address, byte for byte', () => {
  expect(made('https://www.shop.example/a b?c=$&&d={url}#e')).toBe(
    'https://go.example/?url=https%3A%2F%2Fwww.shop.example%2Fa%20b%3Fc%3D%24%26%26d%3D%7Burl%7D%23e&by=me',
  );
  expect(made('http://de.shop.example/ä')).toBe(
    'https://go.example/?url=http%3A%2F%2Fde.shop.example%2F%C3%A4&by=me',
  );
});

test('of a redirect to the shop, the address inside is used', () => {
  const inside = encodeURIComponent('https://shop.example/a');
  expect(made(`https://www.awin1.com/cread.php?awinaffid=9&ued=${inside}`)).toBe(
    `https://go.example/?url=${inside}&by=me`,
  );
});

test('no address is made for another shop, with a broken template or of half a sign', () => {
  expect(made('https://myshop.example/a')).toBeNull();
  expect(made('https://shop.example.test/a')).toBeNull();
  expect(made('https://shop.example/a', 'shop.example', 'https://go.example/')).toBeNull();
  expect(made('https://shop.example/\ud800')).toBeNull();
});
