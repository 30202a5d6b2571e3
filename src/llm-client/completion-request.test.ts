import { expect, test } from 'vitest';

import { completionUrl, providerHeaders } from './completion-request.ts';

test.each([
  ['https://api.openai.com/v1', 'https://api.openai.com/v1/chat/completions'],
  ['https://api.openai.com/v1/', 'https://api.openai.com/v1/chat/completions'],
  ['https://api.deepseek.com', 'https://api.deepseek.com/chat/completions'],
  ['http://127.0.0.1:8080/v1/chat/completions', 'http://127.0.0.1:8080/v1/chat/completions'],
  ['http://127.0.0.1:8080/v1/chat/completions//', 'http://127.0.0.1:8080/v1/chat/completions'],
  ['https://gateway.example/team/a/openai/v1#x', 'https://gateway.example/team/a/openai/v1/chat/completions'],
  ['https://me.openai.azure.com/openai/v1/', 'https://me.openai.azure.com/openai/v1/chat/completions'],
  [
    'https://me.openai.azure.com/openai/deployments/my%20four?api-version=2024-10-21',
    'https://me.openai.azure.com/openai/deployments/my%20four/chat/completions?api-version=2024-10-21',
  ],
  [
    'https://me.openai.azure.com/openai/deployments/four/chat/completions?api-version=2024-10-21',
    'https://me.openai.azure.com/openai/deployments/four/chat/completions?api-version=2024-10-21',
  ],
])('%s asks %s', (baseUrl, url) => {
  expect(completionUrl(baseUrl)).toBe(url);
});

test.each([
  'https://me.openai.azure.com/openai/v1',
  'https://me.cognitiveservices.azure.com/openai/deployments/four?api-version=2024-10-21',
  'https://me.services.ai.azure.com/openai/v1',
  'https://gateway.example/openai/deployments/four?api-version=2024-10-21',
])('%s gets the key as Azure expects it', (baseUrl) => {
  expect(providerHeaders(baseUrl, 'k')).toEqual({ 'api-key': 'k' });
});

test.each([
  'https://api.openai.com/v1',
  'http://127.0.0.1:11434/v1',
  'https://openai.azure.com.gateway.example/v1',
])('%s gets the key as a bearer token, and no header without a key', (baseUrl) => {
  expect(providerHeaders(baseUrl, 'k')).toEqual({ authorization: 'Bearer k' });
  expect(providerHeaders(baseUrl, null)).toEqual({});
});

test('a page may call Anthropic with the header that it requires', () => {
  expect(providerHeaders('https://api.anthropic.com/v1', 'k')).toEqual({
    authorization: 'Bearer k',
    'anthropic-dangerous-direct-browser-access': 'true',
  });
});
