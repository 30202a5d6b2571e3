import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { ConfigError, readConfig } from './config.ts';
import type { LinkStore } from './links/link-store.ts';
import { openLinkStore } from './links/open-link-store.ts';
import { createBuiltInWriter } from './model/built-in-writer/built-in-writer.ts';
import type { ChatModel } from './model/chat-model.ts';
import { createOpenAiModel } from './model/open-ai/open-ai-model.ts';
import { settingsOf } from './settings.ts';
import { StartFailure, explainListenFailure, explainStoreFailure } from './start-failure.ts';

const closeLimit = 10_000;
// The built server and its source both lie two directories below the package.
const webRoot = fileURLToPath(new URL('../../dist/web/', import.meta.url));

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const links = await openLinks(config);
  const app = buildApp({ config, links, model: createModel(config), settings: settingsOf(config), webRoot });
  app.addHook('onClose', () => links.close());
  closeOnSignal(() => app.close());
  try {
    announce(config, await app.listen({ host: config.host, port: config.port }));
  } catch (error) {
    await app.close();
    throw new StartFailure(explainListenFailure(error, config));
  }
}

async function openLinks(config: Config): Promise<LinkStore> {
  try {
    return await openLinkStore({
      dataDirectory: config.dataDirectory,
      databaseUrl: config.databaseUrl,
      onIdleError: ({ message }) =>
        say(`A connection to PostgreSQL broke and will be opened anew: ${message}`),
    });
  } catch (error) {
    throw new StartFailure(explainStoreFailure(error, config));
  }
}

function createModel({ model }: Config): ChatModel {
  return model === null ? createBuiltInWriter() : createOpenAiModel(model);
}

function announce(config: Config, url: string): void {
  say(`Linkweft is ready at ${url}`);
  if (config.model === null)
    say('No AI model is configured: the built-in writer writes. Set OPENAI_API_KEY to use a model.');
  else say(`The model ${config.model.model} at ${new URL(config.model.baseUrl).host} writes.`);
  if (config.productSiteIsDefault)
    say(
      `The beta sign-up leads to the placeholder ${config.productSiteUrl}: set PRODUCT_SITE_URL to your own site.`,
    );
}

/** Lets requests end and closes the database; whatever still runs after the limit is cut off. */
function closeOnSignal(close: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      setTimeout(() => process.exit(1), closeLimit).unref();
      void close();
    });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

start().catch((error: unknown) => {
  const isExpected = error instanceof ConfigError || error instanceof StartFailure;
  process.stderr.write(`${isExpected ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
