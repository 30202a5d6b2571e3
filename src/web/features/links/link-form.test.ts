import { expect, test } from 'vitest';

import { testFields } from '#core/links/test-link.ts';
import { ApiError, apiError } from '#web/api/send.ts';

import { checkLinkForm, holdsSeveralLinks, messageOfSaveFailure } from '#web/features/links/link-form.tsx';

test('blanks around both fields are removed, and nothing else changes', () => {
  expect(
    checkLinkForm(testFields({ url: ' HTTP://A.example/%7e?q=1#x ', description: '\tA knife\n' })),
  ).toEqual(testFields({ url: 'HTTP://A.example/%7e?q=1#x', description: 'A knife' }));
});

test('an empty address is reported first', () => {
  expect(checkLinkForm(testFields({ url: '  ' }))).toEqual({
    field: 'url',
    message: 'Please provide a valid URL',
  });
});

test('an empty description is reported', () => {
  expect(checkLinkForm(testFields({ url: 'not even an address', description: ' ' }))).toEqual({
    field: 'description',
    message: 'Please provide a description for the link',
  });
});

test.each([
  ['url', { url: `https://a.example/${'x'.repeat(8192)}` }, 'The URL is too long.'],
  ['description', { description: 'x'.repeat(2001) }, 'The description is too long.'],
  ['description', { description: 'A\0B' }, 'The text'],
] as const)(
  'a text of the field %s that the server would refuse is reported before it is sent',
  (field, text, message) => {
    expect(checkLinkForm(testFields({ url: 'https://a.example/', description: 'A', ...text }))).toEqual({
      field,
      message: expect.stringContaining(message),
    });
  },
);

test('if the server cannot be reached, a new link gets the message for creation, an edit that for the network', () => {
  const failure = apiError('network-failed');
  expect(messageOfSaveFailure(failure, true)).toBe('Failed to create link. Please try again.');
  expect(messageOfSaveFailure(failure, false)).toBe(
    'The server could not be reached. Please check your connection and try again.',
  );
});

test('a refusal shows the server’s message; anything that is not an error shows a general one', () => {
  const refusal = new ApiError({ code: 'url-required', detail: 'URL is required', status: 400 });
  expect(messageOfSaveFailure(refusal, true)).toBe('URL is required');
  expect(messageOfSaveFailure('boom', true)).toBe('An unexpected error occurred. Please try again.');
});

test.each([
  'https://a.example\nhttps://b.example',
  'https://a.example https://b.example',
  'one\r\n\r\ntwo',
  '<a href="https://a.example">Pan</a><img src="https://px.example">',
])('%j holds more than one address', (text) => expect(holdsSeveralLinks(text)).toBe(true));

test.each(['https://a.example/', ' https://a.example/\n', '', 'https://a.example/?text=a b c'])(
  '%j holds one link at most',
  (text) => expect(holdsSeveralLinks(text)).toBe(false),
);

test('unseen characters at the ends of an address are not saved', () => {
  const entered = testFields({ url: '\u200Bhttps://a.example/\u200E', description: ' A ' });
  expect(checkLinkForm(entered)).toEqual(testFields({ url: 'https://a.example/', description: 'A' }));
});
