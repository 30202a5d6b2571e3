import { expect, test } from 'vitest';

import { consentHeader } from './consent-header.ts';

test('Anthropic is told that the call comes from a browser on purpose', () => {
  expect(consentHeader('https://api.anthropic.com/v1/chat/completions')).toEqual({
    'anthropic-dangerous-direct-browser-access': 'true',
  });
});

test.each([
  'https://api.openai.com/v1/chat/completions',
  'https://api.anthropic.com.example/v1',
  'http://constructor/v1',
])('%s is told nothing more', (url) => {
  expect(consentHeader(url)).toEqual({});
});
