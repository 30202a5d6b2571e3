import type { ProblemCode } from './problem.ts';

/** Messages for a visitor who called a provider with their own key, who can do other things about a failure. */
export const ownKeyMessages: Partial<Record<ProblemCode, string>> = {
  'provider-unreachable':
    'The AI provider could not be reached from your browser. Please check the base URL and your connection; some providers also refuse calls from web pages.',
  'provider-unauthorized': 'The AI provider refused your key. Please check the key and its base URL.',
  'provider-forbidden':
    'The AI provider does not allow this request with your key. Please check what the key may do.',
  'provider-model-missing':
    'The AI provider does not know the model that you entered. Please check its name and the base URL.',
  'provider-moved':
    'The base URL leads to another address, and your key was not sent there. Please enter the address that it leads to.',
  'provider-quota':
    'Your quota with the AI provider is used up. Please check your account there, and try again.',
  'provider-refused-request':
    'The AI provider did not accept the request. Please check the model and the base URL, or change your text.',
  'provider-reply-broken':
    'The AI provider’s answer could not be read. Please check the base URL, and try again.',
};
