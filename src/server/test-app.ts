import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { buildApp, usualTimeouts } from './app.ts';
import { readConfig } from '#server/config/config.ts';
import { databaseReadiness, openDatabase } from '#server/db/open-database.ts';
import { createLinkStore } from '#server/links/link-store.ts';
import type { ChatModel } from '#server/model/chat-model.ts';
import { createLocalModels } from '#server/model/local-models.ts';
import { createDrain } from '#server/lib/scheduling.ts';
import { createMeter, type Meter } from '#server/observe/meter.ts';
import { createOrderStore, type OrderStore } from '#server/orders/order-store.ts';
import { sharedProgram } from './test-shared.ts';
import { createThreads, type Threads } from '#server/threads/threads.ts';
import { createWorkspaceStore } from '#server/workspaces/workspace-store.ts';

const indexPage =
  '<!doctype html><title>__BRAND__</title><script type="application/json" id="settings">__SETTINGS__</script>';

/** The limits are off, because many tests in a row count as one visitor. */
const unlimited = {
  LIMIT_GENERATIONS_PER_MINUTE: '0',
  LIMIT_GENERATIONS_PER_DAY: '0',
  LIMIT_RUNNING_PER_WORKSPACE: '0',
  LIMIT_WORKSPACES_PER_DAY: '0',
  LIMIT_BYTES_PER_DAY: '0',
};

/** In milliseconds: long enough for a busy machine. */
const deadline = 600_000;

type TestAppOptions = {
  /** By default null: the built-in writer writes. */
  readonly model?: ChatModel | null;
  readonly meter?: Meter;
  /** By default a real store, with the limits of the environment. */
  readonly orderStore?: OrderStore;
  /** By default real threads. */
  readonly threads?: Threads;
  /** More variables of the environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** By default one shared list, so that tests need no cookies. */
  readonly workspace?: 'own' | 'shared';
  /** By default SQLite in a new folder. */
  readonly databaseUrl?: string | null;
  /** By default 0, because a machine that runs many tests at once is always busy. */
  readonly busyEventLoopDelay?: number;
  /** By default as in production, like the next one. */
  readonly requestTimeout?: number;
  readonly keepAliveTimeout?: number;
  /** By default null, because many tests in a row count as one visitor. */
  readonly refusalsPerSecond?: number | null;
};

/** Opens the real app for tests, with a real SQLite file and a page of two files. */
export async function openTestApp({
  model = null,
  meter = createMeter(),
  orderStore: givenStore,
  threads,
  environment = {},
  workspace = 'shared',
  databaseUrl = null,
  ...pace
}: TestAppOptions = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-app-'));
  const webRoot = await writeTestPage(folder);
  const config = readConfig({
    ALLOWED_HOSTS: 'links.example.com',
    LOG_LEVEL: 'silent',
    LOCAL_MODEL_PORTS: 'off',
    WORKSPACE: workspace,
    ...unlimited,
    ...environment,
  });
  const database = await openDatabase({ dataDirectory: folder, databaseUrl, onIdleError: () => {} });
  const { quotas } = config;
  const links = createLinkStore(database, { quotas });
  const workspaceStore = createWorkspaceStore(database, { quotas });
  const drain = createDrain();
  const readiness = databaseReadiness(database, { isStopping: drain.isDraining, say: () => {} });
  const orderStore =
    givenStore ?? createOrderStore({ database, limits: config.limits, budget: config.budget });
  const app = buildApp({
    config,
    links,
    workspaceStore,
    orderStore,
    model,
    localModels: createLocalModels(config.localModelPorts, deadline),
    meter,
    drain,
    readiness,
    threads: threads ?? (await openTestThreads()),
    webRoot,
    busyEventLoopDelay: 0,
    ...usualTimeouts,
    refusalsPerSecond: null,
    ...pace,
  });
  const routes: { readonly method: string; readonly url: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url });
  });
  app.addHook('onClose', async () => {
    await orderStore.close();
    await database.close();
    await rm(folder, { recursive: true });
  });
  // The list of routes is complete when the app is ready.
  return { app, links, workspaceStore, orderStore, database, drain, routes, webRoot };
}

async function writeTestPage(folder: string): Promise<string> {
  const webRoot = path.join(folder, 'web');
  await mkdir(path.join(webRoot, 'assets'), { recursive: true });
  await writeFile(path.join(webRoot, 'index.html'), indexPage);
  await writeFile(path.join(webRoot, 'index.de.html'), `<!-- Deutsch -->${indexPage}`);
  await writeFile(path.join(webRoot, 'robots.txt'), 'User-agent: *');
  await writeFile(path.join(webRoot, 'assets/index-1a2b3c.js'), 'export {};');
  await writeFile(path.join(webRoot, 'assets/index-1a2b3c.js.br'), 'brotli');
  return webRoot;
}

async function openTestThreads(): Promise<Threads> {
  return createThreads({ file: pathToFileURL(await sharedProgram('thread')), deadline });
}
