import { expect, test } from 'vitest';

import { nearestName } from './nearest-name.ts';

test.each([
  ['waeve', 'weave'],
  ['WEAVE', 'weave'],
  ['sugest', 'suggest'],
  ['back-up', 'backup'],
  ['serv', 'serve'],
  ['delete', null],
  ['x', null],
])('%s means %s', (written, name) => {
  expect(nearestName(written, ['weave', 'suggest', 'backup', 'serve'])).toBe(name);
});
