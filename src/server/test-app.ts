import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { openLinkStore } from './links/open-link-store.ts';
import { createBuiltInWriter } from './model/built-in-writer/built-in-writer.ts';
import type { ChatModel } from './model/chat-model.ts';
import { settingsOf } from './settings.ts';

const indexPage =
  '<!doctype html><title>__BRAND__</title><script type="application/json" id="settings">__SETTINGS__</script>';

type TestAppOptions = {
  readonly model?: ChatModel;
  /** By default everybody shares one list, so that tests need no cookies. */
  readonly workspace?: 'own' | 'shared';
};

/** The app as it runs, on a real SQLite file and with a page of two files, for tests. */
export async function openTestApp({
  model = createBuiltInWriter(),
  workspace = 'shared',
}: TestAppOptions = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-app-'));
  const webRoot = path.join(folder, 'web');
  await mkdir(path.join(webRoot, 'assets'), { recursive: true });
  await writeFile(path.join(webRoot, 'index.html'), indexPage);
  await writeFile(path.join(webRoot, 'robots.txt'), 'User-agent: *');
  await writeFile(path.join(webRoot, 'assets/index-1a2b3c.js'), 'export {};');
  await writeFile(path.join(webRoot, 'assets/index-1a2b3c.js.br'), 'brotli');
  const config = readConfig({
    ALLOWED_HOSTS: 'links.example.com',
    LOG_LEVEL: 'silent',
    WORKSPACE: workspace,
  });
  const links = await openLinkStore({ dataDirectory: folder, databaseUrl: null, onIdleError: () => {} });
  const app = buildApp({ config, links, model, settings: settingsOf(config), webRoot });
  app.addHook('onClose', async () => {
    await links.close();
    await rm(folder, { recursive: true });
  });
  return { app, links };
}
