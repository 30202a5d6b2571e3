import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

import { startCleanup } from './cleanup/cleanup.ts';
import { createWorkspaceStore, sharedWorkspace } from './workspaces/workspace-store.ts';
import type { Database } from './db/database.ts';

import { buildApp, usualTimeouts } from './app.ts';
import { ConfigError, readConfig, type Config } from './config/config.ts';
import { misspeltVariables } from './config/misspelt-variables.ts';
import { databaseReadiness, isOpenElsewhere, openDatabase, watchDatabase } from './db/open-database.ts';
import { createLinkStore, type LinkStore } from './links/link-store.ts';
import { createOpenAiModel } from './model/chat-model.ts';
import { createLocalModels } from './model/local-models.ts';
import { describeError } from './lib/describe-error.ts';
import { createDrain } from './lib/scheduling.ts';
import { shutDown, stopWhenAsked } from './lifetime/shut-down.ts';
import { createMeter, type Metric } from './observe/meter.ts';
import { createProcessMetrics, startMetricsServer } from './observe/metrics-server.ts';
import { createOrderStore } from './orders/order-store.ts';
import { readBudgetLeft } from './orders/spending.ts';
import {
  StartError,
  listenErrorMessage,
  localModelsMessage,
  openElsewhereMessage,
  startMessages,
  storeErrorMessage,
} from './start-messages.ts';
import { createThreads } from './threads/threads.ts';

// The built server and its source are both two directories below the package.
const webRoot = fileURLToPath(new URL('../../dist/web/', import.meta.url));

const isBuilt = import.meta.url.endsWith('.js');
const threadFile = new URL(isBuilt ? './thread.js' : './threads/thread-by-tsx.mjs', import.meta.url);

/**
 * By how much the heap may grow between two garbage collections, in percent. V8's own limit is 300, which keeps much
 * memory that generations no longer need.
 */
const heapGrowth = 40;

async function start(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`);
  const config = readEnvironment();
  const meter = createMeter();
  const stopMetrics = await serveMetrics(config, meter.metrics);
  const database = await openStore(config);
  const orderStore = createOrderStore({
    database,
    // A SQLite file has one server. Servers with the same PostgreSQL listen on different addresses.
    server: config.databaseUrl === null ? 'sqlite' : `${hostname()}:${config.port}`,
    limits: config.limits,
    budget: config.budget,
    onFailure: sayFailure('An order could not be written'),
  });
  const { quotas, expiry, model } = config;
  const links = createLinkStore(database, { quotas });
  const workspaceStore = createWorkspaceStore(database, { quotas });
  const stopCleanup = startCleanup(
    { database, links, orderStore, workspaceStore, expiry },
    sayFailure('Expired or deleted data could not be removed'),
  );
  const stopWatching = watchDatabase(database.danger, say);
  meter.budgetLeft(() => readBudgetLeft(orderStore, config.budget));
  const drain = createDrain();
  const stopping = new AbortController();
  const localModels = createLocalModels(config.localModelPorts, config.localModelTimeoutMs);
  const app = buildApp({
    config,
    links,
    workspaceStore,
    model: model && createOpenAiModel(model, { limits: { totalMs: model.timeoutMs } }),
    localModels,
    meter,
    orderStore,
    drain,
    threads: createThreads({ file: threadFile }),
    readiness: databaseReadiness(database, { isStopping: () => stopping.signal.aborted, say }),
    webRoot,
    busyEventLoopDelay: 2000,
    ...usualTimeouts,
    refusalsPerSecond: 10,
  });
  app.addHook('onClose', async () => {
    stopMetrics();
    stopWatching();
    await stopCleanup();
    await orderStore.close();
    await database.close();
  });
  stopWhenAsked(stopping, () => void shutDown(app, drain, config.stop));
  try {
    const url = await app.listen({ host: config.host, port: config.port });
    for (const line of startMessages(config, url, await countHiddenLinks(config, links))) say(line);
    for (const line of localModelsMessage(await localModels.look(url))) say(line);
  } catch (error) {
    await app.close();
    throw new StartError(listenErrorMessage(error, config, ''));
  }
}

function readEnvironment(): Config {
  const config = readConfig(process.env);
  for (const line of misspeltVariables(process.env)) say(line);
  return config;
}

async function openStore(config: Config): Promise<Database> {
  if (isOpenElsewhere(config)) say(openElsewhereMessage(config));
  try {
    return await openDatabase({
      ...config,
      onIdleError: ({ message }) =>
        say(`A connection to PostgreSQL broke and will be opened anew: ${message}`),
    });
  } catch (error) {
    throw new StartError(storeErrorMessage(error, config));
  }
}

/** Counts the links of the shared list, if visitors have own lists now and WORKSPACE was 'shared' before. */
async function countHiddenLinks({ workspace }: Config, links: LinkStore): Promise<number> {
  return workspace === 'shared' ? 0 : links.count(sharedWorkspace).catch(() => 0);
}

/** Returns a function that stops the metrics server. */
async function serveMetrics({ metrics: settings }: Config, metrics: readonly Metric[]): Promise<() => void> {
  if (settings === null) return () => {};
  try {
    const server = await startMetricsServer([...metrics, ...createProcessMetrics()], settings);
    say(`Metrics for Prometheus are at ${server.url}`);
    return server.close;
  } catch (error) {
    throw new StartError(listenErrorMessage(error, settings, 'METRICS_'));
  }
}

function sayFailure(what: string): (error: unknown) => void {
  return (error) => {
    const { type, message } = describeError(error);
    say(`${what}: ${type} ${message}`);
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

start().catch((error: unknown) => {
  const isExpected = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(`${isExpected ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
