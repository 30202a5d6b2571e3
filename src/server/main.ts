import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

import type { FastifyInstance } from 'fastify';

import { startCleanup } from './cleanup/cleanup.ts';
import { createWorkspaceStore, sharedWorkspace } from './workspaces/workspace-store.ts';
import type { Database } from './db/database.ts';

import { buildApp, usualTimeouts } from './app.ts';
import { ConfigError, readConfig, type Config } from './config/config.ts';
import { databaseReadiness, openDatabase, watchDatabase } from './db/open-database.ts';
import { createLinkStore, type LinkStore } from './links/link-store.ts';
import { createOpenAiModel } from './model/chat-model.ts';
import { createLocalModels } from './model/local-models.ts';
import { describeError } from './lib/describe-error.ts';
import { createDrain, type Drain } from './lib/scheduling.ts';
import { createMeter, type Metric } from './observe/meter.ts';
import { createProcessMetrics, startMetricsServer } from './observe/metrics-server.ts';
import { createOrderStore } from './orders/order-store.ts';
import { readBudgetLeft } from './orders/spending.ts';
import {
  StartError,
  listenErrorMessage,
  localModelsMessage,
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
  const config = readConfig(process.env);
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
  const localModels = createLocalModels(config.localModelPorts);
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
    readiness: databaseReadiness(database, { isStopping: drain.isDraining, say }),
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
  stopOnSignal(app, drain, config.shutdownTimeout);
  try {
    const url = await app.listen({ host: config.host, port: config.port });
    for (const line of startMessages(config, url, await countHiddenLinks(config, links))) say(line);
    for (const line of localModelsMessage(await localModels.look(url))) say(line);
  } catch (error) {
    await app.close();
    throw new StartError(listenErrorMessage(error, config, ''));
  }
}

async function openStore(config: Config): Promise<Database> {
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

/** The first signal waits for running work. The second exits at once. */
function stopOnSignal(app: FastifyInstance, drain: Drain, timeout: number): void {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping) exit();
      isStopping = true;
      void shutDown(app, drain, timeout);
    });
}

/** Milliseconds before the timeout in which running work is interrupted. */
const longestInterruption = 1000;
/** Milliseconds that the process may take to end by itself after everything is closed. */
const longestExit = 500;
/** Idle connections would delay the end. They are closed again and again at this interval, in milliseconds. */
const idleInterval = 100;

/**
 * Waits for running work, then closes everything and exits. Shortly before the timeout, in milliseconds, it interrupts
 * the running work, then closes all connections. The process exits before the timeout even if something hangs.
 */
async function shutDown(app: FastifyInstance, drain: Drain, timeout: number): Promise<void> {
  const end = Math.min(longestInterruption, timeout / 2);
  const timers = [
    setTimeout(drain.interrupt, timeout - end),
    setTimeout(() => app.server.closeAllConnections(), timeout - end / 2),
    setTimeout(exit, timeout - end / 5),
  ];
  await drain.start();
  const closing = setInterval(() => app.server.closeIdleConnections(), idleInterval);
  await app.close();
  clearInterval(closing);
  // When the process ends by itself, SQLite merges its log into the database file, so that a copy of it is complete.
  for (const timer of timers) timer.unref();
  setTimeout(exit, longestExit).unref();
}

function exit(): void {
  process.exit(0);
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
