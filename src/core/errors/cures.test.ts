import { expect, test } from 'vitest';

import { curesOf } from './cures.ts';
import { problemMessages, type ProblemCode } from './problem-messages.ts';

/** Each failure that a generation can have, with its cures. A new code has to be decided here. */
const table = {
  'content-empty': [],
  'links-invalid': [],
  'content-and-links-required': ['try again'],
  'generation-failed': ['try again', 'other writer'],
  unexpected: ['try again', 'other writer'],
  'link-not-found': ['try again'],
  'link-create-failed': ['try again'],
  'page-outdated': ['try again'],
  'storage-failed': ['try again'],
  'request-too-large': [],
  'network-failed': ['try again'],
  'url-required': ['try again'],
  'url-too-long': ['try again'],
  'description-too-long': ['try again'],
  'link-changed': ['try again'],
  'link-deleted': ['try again'],
  'recovery-code-invalid': ['try again'],
  'recovery-code-unknown': ['try again'],
  'workspace-deleted': [],
  'workspace-full': ['try again'],
  'visitor-saving-limit': ['try again'],
  'visitor-workspaces-limit': ['try again'],
  'store-full': ['try again'],
  'request-invalid': ['try again'],
  'text-invalid': ['try again'],
  'body-too-large': ['try again'],
  'request-timeout': ['try again'],
  'length-required': ['try again'],
  'media-type-refused': ['try again'],
  'token-unknown': [],
  'cross-site-refused': ['try again'],
  'host-refused': ['try again'],
  'not-found': ['try again'],
  'method-refused': ['try again'],
  'rate-limited': ['try again'],
  'server-busy': ['try again'],
  'server-full': ['try again', 'other writer'],
  'server-stopping': ['try again'],
  'reply-empty': ['try again', 'other writer'],
  'reply-in-words': ['try again', 'other writer'],
  'provider-unreachable': ['try again', 'other writer'],
  'provider-timeout': ['try again', 'other writer'],
  'provider-unauthorized': ['try again', 'other writer'],
  'provider-forbidden': ['try again', 'other writer'],
  'provider-model-missing': ['try again', 'other writer'],
  'provider-no-chat': ['try again', 'other writer'],
  'provider-address': ['try again', 'other writer'],
  'provider-moved': ['try again', 'other writer'],
  'provider-rate-limited': ['try again', 'other writer'],
  'provider-quota': ['try again', 'other writer'],
  'provider-day-limit': ['try again', 'other writer'],
  'provider-refused-request': ['try again', 'other writer'],
  'provider-context-exceeded': ['other writer'],
  'provider-unavailable': ['try again', 'other writer'],
  'provider-reply-broken': ['try again', 'other writer'],
  'provider-reply-cut': ['try again', 'other writer'],
  'provider-output-limit': ['try again', 'other writer'],
  'provider-only-thoughts': ['try again', 'other writer'],
  'provider-tool-call': ['try again', 'other writer'],
  'provider-filtered': ['try again', 'other writer'],
  'instructions-too-long': [],
  'content-too-long': [],
  'budget-spent': [],
  'visitor-minute-limit': ['try again'],
  'visitor-day-limit': [],
  'workspace-running': ['try again'],
  'idempotency-key-invalid': ['try again'],
  'idempotency-key-reused': ['try again'],
  'generation-interrupted': ['try again'],
  'generation-abandoned': ['try again'],
  stopped: ['try again'],
} as const satisfies Record<ProblemCode, readonly ('try again' | 'other writer')[]>;

test('each failure offers what helps, and nothing else', () => {
  expect(Object.keys(table).toSorted()).toEqual(Object.keys(problemMessages).toSorted());
  for (const [code, cures] of Object.entries(table)) {
    const { tryAgain, otherWriter } = curesOf(code);
    expect({
      code,
      cures: [...(tryAgain ? ['try again'] : []), ...(otherWriter ? ['other writer'] : [])],
    }).toEqual({
      code,
      cures,
    });
  }
});

test('a failure without a code offers every cure', () => {
  expect(curesOf(null)).toEqual({ tryAgain: true, otherWriter: true });
});
