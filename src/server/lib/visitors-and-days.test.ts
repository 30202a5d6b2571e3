import { isIPv4 } from 'node:net';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { visitorOf } from '#server/lib/visitors-and-days.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:50123', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [' 203.0.113.7 ', '203.0.113.7'],
])('%s is the visitor %s', (address, visitor) => {
  expect(visitorOf(address)).toBe(visitor);
});

test('addresses of one /64 are one visitor, and addresses of another /64 are another', () => {
  expect(visitorOf('2001:db8:0:1::1')).toBe(visitorOf('2001:db8:0:1:ffff:ffff:ffff:ffff'));
  expect(visitorOf('2001:db8:0:1::1')).not.toBe(visitorOf('2001:db8:0:2::1'));
});

test.each([
  '',
  'unknown',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.4:http',
  'a'.repeat(5000),
  '[::1',
  ':::',
  '%',
  '::1::',
])('text that is not an address (%j) is the unknown visitor', (address) => {
  expect(visitorOf(address)).toBe('unknown');
});

test('every IPv4 address is one visitor in each of its notations', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.nat(65_535), (address, port) => {
      expect(isIPv4(visitorOf(address))).toBe(true);
      expect(visitorOf(`::ffff:${address}`)).toBe(visitorOf(address));
      expect(visitorOf(`${address}:${port}`)).toBe(visitorOf(address));
    }),
  );
});

test('every IPv6 address has a visitor of at most 24 characters', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      expect(visitorOf(address)).toMatch(/^[\da-f:]{7,19}::\/64$|^\d+\.\d+\.\d+\.\d+$/);
    }),
  );
});
