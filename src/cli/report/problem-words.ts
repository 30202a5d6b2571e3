import {
  ownKeyMessages,
  problemMessages,
  type ProblemCode,
  type ProblemError,
} from '#core/errors/problem-messages.ts';

/** What helps here, where there is no page and no visitor. */
const words: Partial<Record<ProblemCode, string>> = {
  'provider-unreachable':
    'The AI provider could not be reached. Please check OPENAI_BASE_URL and your connection.',
  'provider-unauthorized': 'The AI provider refused the key. Please check OPENAI_API_KEY.',
  'provider-model-missing': 'The AI provider does not know this model. Please check OPENAI_MODEL.',
  'provider-address':
    'Nothing at OPENAI_BASE_URL answers chat completions. Please check it: most addresses end in /v1.',
  'provider-moved': 'OPENAI_BASE_URL leads to another address, and the key was not sent there.',
  'reply-empty': 'The AI model answered without any text.',
  stopped: 'The run was stopped.',
};

/** Returns the message of a problem for a user of the command line. */
export function messageOf({ code, message }: ProblemError): string {
  const isUsual = message === problemMessages[code];
  return isUsual ? (words[code] ?? ownKeyMessages[code] ?? message) : message;
}
