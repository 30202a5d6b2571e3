import { expect, test } from 'vitest';

import { checkLinkForm } from './link-form-rules.ts';

test('blanks around both fields go, and nothing else changes', () => {
  expect(checkLinkForm({ url: ' HTTP://A.example/%7e?q=1#x ', description: '\tA knife\n' })).toEqual({
    valid: true,
    fields: { url: 'HTTP://A.example/%7e?q=1#x', description: 'A knife' },
  });
});

test('a blank address is asked for first', () => {
  expect(checkLinkForm({ url: '  ', description: '' })).toEqual({
    valid: false,
    field: 'url',
    message: 'Please provide a valid URL',
  });
});

test('a blank description is asked for', () => {
  expect(checkLinkForm({ url: 'not even an address', description: ' ' })).toEqual({
    valid: false,
    field: 'description',
    message: 'Please provide a description for the link',
  });
});
