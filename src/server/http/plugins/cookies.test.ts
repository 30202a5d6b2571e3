import { expect, test } from 'vitest';

import { cookieOf } from './cookies.ts';

test.each([
  ['a=1', '1'],
  ['b=2; a=1', '1'],
  ['b=2;a=1;c', '1'],
  ['a=', ''],
  ['a=1=2', '1=2'],
  ['a="1"', '"1"'],
  ['\ta=1 ', '1'],
  [undefined, null],
  ['', null],
  [';;;', null],
  ['a', null],
  ['A=1', null],
  ['aa=1', null],
  ['b=a=1', null],
  ['a =1', null],
  ['a=1; a=2', null],
  ['a=1; a=1', null],
])('in %j the cookie is %j', (header, value) => expect(cookieOf(header, 'a')).toBe(value));
