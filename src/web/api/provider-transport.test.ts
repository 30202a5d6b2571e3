import { expect, test } from 'vitest';

import { consentHeader } from './provider-transport.ts';

test('Anthropic gets the header that allows calls from a browser', () => {
  expect(consentHeader('https://api.anthropic.com/v1/chat/completions')).toEqual({
    'anthropic-dangerous-direct-browser-access': 'true',
  });
});

test.each([
  'https://api.openai.com/v1/chat/completions',
  'https://api.anthropic.com.example/v1',
  'http://constructor/v1',
])('%s gets no more headers', (url) => {
  expect(consentHeader(url)).toEqual({});
});
