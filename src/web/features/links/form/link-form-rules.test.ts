import { expect, test } from 'vitest';

import { ApiError, apiError } from '#web/api/api-error.ts';

import { checkLinkForm, holdsSeveralLinks, messageOfSaveFailure } from './link-form-rules.ts';

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

test('a server out of reach is told in the words for a failed creation, when editing in those for the network', () => {
  const failure = apiError('network-failed');
  expect(messageOfSaveFailure(failure, true)).toBe('Failed to create link. Please try again.');
  expect(messageOfSaveFailure(failure, false)).toBe(
    'The server could not be reached. Please check your connection and try again.',
  );
});

test('a refusal is told in the server’s own words, and what is no error in general ones', () => {
  const refusal = new ApiError({ code: 'url-required', detail: 'URL is required', status: 400 });
  expect(messageOfSaveFailure(refusal, true)).toBe('URL is required');
  expect(messageOfSaveFailure('boom', true)).toBe('An unexpected error occurred. Please try again.');
});

test.each(['https://a.example\nhttps://b.example', 'https://a.example https://b.example', 'one\r\n\r\ntwo'])(
  '%j holds several links',
  (text) => expect(holdsSeveralLinks(text)).toBe(true),
);

test.each(['https://a.example/', ' https://a.example/\n', '', 'https://a.example/?text=a b c'])(
  '%j holds one link at most',
  (text) => expect(holdsSeveralLinks(text)).toBe(false),
);
