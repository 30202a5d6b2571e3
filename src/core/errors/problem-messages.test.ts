import { expect, test } from 'vitest';

import { ownKeyMessages, problemMessages } from './problem-messages.ts';

test('no message for own keys sends the visitor to the operator', () => {
  const own: Readonly<Record<string, string>> = { ...problemMessages, ...ownKeyMessages };
  const ofProviders = Object.entries(own).filter(([code]) => code.startsWith('provider-'));
  expect(ofProviders.length).toBeGreaterThanOrEqual(12);
  for (const [, message] of ofProviders) {
    expect(message).not.toMatch(/this site|runs/u);
    expect(message).toMatch(/\. Please .+\.$|; some providers/u);
  }
});
