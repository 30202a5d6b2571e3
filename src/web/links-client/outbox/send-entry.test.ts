import { expect, test } from 'vitest';

import { ApiError } from '#web/api/send.ts';
import type { LinksApi } from '#web/api/links-api.ts';

import { sendEntry } from './send-entry.ts';

const link = { id: 'x', url: 'https://a.example/', description: '', createdAt: '', updatedAt: '' };
const entry = { id: 'e', order: 1, kind: 'create', link, standing: { kind: 'waiting' } } as const;

const unaborted = new AbortController().signal;

function apiRefusing(code: string, status: number): LinksApi {
  const refuse = () => Promise.reject(new ApiError({ code, detail: code, status }));
  return { create: refuse, update: refuse, remove: refuse, list: refuse, lookUp: refuse };
}

test.each([
  ['workspace-full', 409, 'refused'],
  ['visitor-saving-limit', 429, 'refused'],
  ['visitor-workspaces-limit', 429, 'refused'],
  ['store-full', 507, 'refused'],
  ['rate-limited', 429, 'unanswered'],
  ['storage-failed', 503, 'unanswered'],
])('%s (%i) makes a change %s', async (code, status, kind) => {
  expect(await sendEntry(apiRefusing(code, status), entry, unaborted)).toMatchObject({ kind });
});

test('a deletion names the version that was seen; a newer version is a conflict', async () => {
  const seen = { ...link, updatedAt: '1' };
  const theirs = { ...link, description: 'theirs', updatedAt: '2' };
  const asked: unknown[] = [];
  const api: LinksApi = {
    ...apiRefusing('unexpected', 500),
    async remove(_id, options) {
      asked.push(options?.ifUpdatedAt);
      throw new ApiError({ code: 'link-changed', detail: 'Changed.', status: 409, link: theirs });
    },
  };
  const answer = await sendEntry(api, { ...entry, kind: 'delete', link: seen }, unaborted);
  expect(asked).toEqual(['1']);
  expect(answer).toMatchObject({ kind: 'conflict', theirs });
});
