import { expect, test } from 'vitest';

import { testFields, testLink } from '#core/links/test-link.ts';
import { failingMessage } from '#web/features/links/unsent-decisions.tsx';

const link = testLink({ description: 'Old knife' });
const entry = { id: '1', order: 1, link, status: { kind: 'waiting' } } as const;

test('the message names the change that the server fails to save, and quotes the server', () => {
  expect(failingMessage({ entry: { ...entry, kind: 'update' }, message: 'The disk is full.' })).toBe(
    'Your change to “Old knife” couldn’t be saved. It will be tried again; later changes wait for it. The disk is full.',
  );
});

test('the message names a deletion if only its id is known', () => {
  const unknown = { ...entry, kind: 'delete', link: { ...link, ...testFields({}) } } as const;
  expect(failingMessage({ entry: unknown, message: '' })).toMatch(/^A link couldn’t be deleted\. /u);
});
