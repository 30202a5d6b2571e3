import { expect } from 'vitest';

import { recoveryCodeSchema, workspaceSchema } from '#contract/visitor.ts';

import { journeyOn } from './harness/journey.ts';
import { sampleLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import type { AppPage } from './harness/app-page.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }));
const [knife, board] = sampleLinks;

/** Sends a request from the page, with the cookie and the headers of this browser. */
async function ask(app: AppPage, method: string, path: string, body?: object): Promise<unknown> {
  return app.page.evaluate(
    async ({ method: verb, path: address, text }) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(address, { method: verb, ...(text !== null && { headers, body: text }) });
      const answered = await answer.text();
      return answered === '' ? null : JSON.parse(answered);
    },
    { method, path, text: body === undefined ? null : JSON.stringify(body) },
  );
}

const workspaceOf = async (app: AppPage) => workspaceSchema.parse(await ask(app, 'GET', '/api/workspace'));
const row = (app: AppPage, description: string) => app.page.getByRole('checkbox', { name: description });

test('two visitors see only their own links; a recovery code opens one list in another browser; all data can be deleted', async ({
  open,
}) => {
  const one = await open();
  expect(await workspaceOf(one)).toEqual({ kind: 'own', exists: false, links: 0 });
  expect(await one.page.context().cookies()).toEqual([]);
  await one.addLink(knife);
  const [cookie] = await one.page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', secure: false });
  expect(cookie?.name).toBe(`workspace-${new URL(one.page.url()).port}`);
  expect(await one.page.evaluate(() => document.cookie)).toBe('');

  await one.page.reload();
  const other = await open({ links: [board] });
  for (const [app, mine, theirs] of [
    [one, knife, board],
    [other, board, knife],
  ] as const) {
    await row(app, mine.description).first().waitFor();
    expect(await row(app, theirs.description).count()).toBe(0);
    expect(await workspaceOf(app)).toMatchObject({ exists: true, links: 1 });
  }

  const { code } = recoveryCodeSchema.parse(await ask(one, 'POST', '/api/workspace/recovery-code'));
  const third = await open({ path: 'about:blank' });
  const opened = await third.page.context().request.put('/api/workspace', { data: { code } });
  expect(await opened.json()).toMatchObject({ exists: true, links: 1 });
  await third.page.goto('/');
  await row(third, knife.description).first().waitFor();
  await third.addLink({ ...board, description: 'Saved elsewhere' });
  await one.page.evaluate(() => window.dispatchEvent(new CustomEvent('refreshLinks')));
  await row(one, 'Saved elsewhere').first().waitFor();

  expect(await ask(one, 'DELETE', '/api/workspace')).toBeNull();
  expect(await one.page.context().cookies()).toEqual([]);
  for (const app of [one, third]) {
    expect(await ask(app, 'GET', '/api/links')).toEqual({ links: [], nextCursor: null, hasMore: false });
    expect(await workspaceOf(app)).toMatchObject({ links: 0 });
  }
  expect(await workspaceOf(other)).toMatchObject({ links: 1 });
});
