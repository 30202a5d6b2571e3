import { expect, test, vi } from 'vitest';

import { createWorkspaceCheck } from './workspace-check.ts';

const workspace = (exists: boolean) => ({ kind: 'own' as const, exists, links: 0 });

test('a browser that keeps no cookie is told after the first save, and asked about once', async () => {
  let asked = 0;
  const check = createWorkspaceCheck(async () => {
    asked += 1;
    return workspace(false);
  });
  check.linkSaved();
  check.linkSaved();
  await vi.waitFor(() => expect(check.workspaceNotice.text()).toMatch(/allow cookies/));
  expect(asked).toBe(1);
});

test('where the workspace is there, nothing is said; a question without an answer is asked again', async () => {
  let asked = 0;
  const check = createWorkspaceCheck(async () => {
    asked += 1;
    if (asked === 1) throw new Error('No network.');
    return workspace(true);
  });
  check.linkSaved();
  await vi.waitFor(() => {
    check.linkSaved();
    expect(asked).toBe(2);
  });
  expect(check.workspaceNotice.text()).toBeNull();
});
