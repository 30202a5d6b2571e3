import * as z from 'zod/mini';

import { isProviderSource } from '#llm-client/provider-hosts.ts';

import { list } from './variables.ts';

const wellKnownProviders = [
  'https://api.openai.com',
  'https://*.openai.azure.com',
  'https://openrouter.ai',
  'https://api.anthropic.com',
  'https://generativelanguage.googleapis.com',
  'https://api.mistral.ai',
  'https://api.groq.com',
  'https://api.deepseek.com',
  'https://api.together.xyz',
  'https://api.x.ai',
];
const thisMachine = ['http://localhost:*', 'http://127.0.0.1:*'];
const hostsAdvice =
  'off, or addresses with commas between them such as https://api.openai.com,http://localhost:* (https, or http on this machine; no paths)';

/** The providers that the page may call with a visitor's own key. */
export const ownKeyVariables = z.object({
  OWN_KEY_HOSTS: z._default(
    z.union(
      [z.literal('off'), list((entry) => isProviderSource(entry.toLowerCase()), hostsAdvice)],
      hostsAdvice,
    ),
    [...wellKnownProviders, ...thisMachine],
  ),
});

/** Returns sources of the page's content security policy. The list is empty if own keys are off. */
export function readOwnKeyConfig({ OWN_KEY_HOSTS: hosts }: z.infer<typeof ownKeyVariables>) {
  return { ownKeyHosts: hosts === 'off' ? [] : hosts.map((host) => host.toLowerCase()) };
}
