import { expect, test } from 'vitest';

import { noQuotas, readConfig } from './config.ts';

test('a shared list has only the limits that are set, and is never deleted automatically', () => {
  expect(readConfig({ WORKSPACE: 'shared' })).toMatchObject({ quotas: noQuotas, expiry: null });
  const set = readConfig({ WORKSPACE: 'shared', LIMIT_STORE_BYTES: '5000', EXPIRE_AFTER_MONTHS: '3' });
  expect(set).toMatchObject({ quotas: { ...noQuotas, storeBytes: 5000 }, expiry: null });
});

test('0 switches off each limit, and the expiry', () => {
  const off = readConfig({
    LIMIT_LINKS_PER_WORKSPACE: '0',
    LIMIT_BYTES_PER_WORKSPACE: '0',
    LIMIT_WORKSPACES_PER_DAY: '0',
    LIMIT_BYTES_PER_DAY: '0',
    LIMIT_STORE_BYTES: '0',
    EXPIRE_AFTER_MONTHS: '0',
  });
  expect(off).toMatchObject({ quotas: noQuotas, expiry: null });
});

test.each([
  ['LIMIT_STORE_BYTES', '10 GB'],
  ['LIMIT_LINKS_PER_WORKSPACE', '-1'],
  ['EXPIRE_AFTER_MONTHS', '1201'],
  ['EXPIRE_BELOW_LINKS', '0'],
])('%s=%s is refused', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});
