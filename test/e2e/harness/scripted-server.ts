import type { ServerResponse } from 'node:http';

import { expect } from 'vitest';

import type { GenerationEvent } from '#contract/generation-events.ts';

import { passTo, startProxy } from './proxy.ts';
import { startServer, type LinkweftServer } from './server.ts';

/** A server with a proxy that sends the events of generations as the test asks. */
export type ScriptedServer = LinkweftServer & {
  /** Sends the following events to the next generation. */
  awaitNext(): void;
  /** Sends events to the running generation. Waits until the page has requested one. */
  send(...events: readonly GenerationEvent[]): Promise<void>;
  /** Breaks the connection of the running generation. */
  cut(): void;
};

export async function startScriptedServer(): Promise<ScriptedServer> {
  const server = await startServer();
  const pass = passTo(server.url);
  let running: ServerResponse | null = null;
  const proxy = await startProxy((call, response) => {
    if (call.method !== 'POST' || call.url !== '/api/generations') return pass(call, response);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    running = response;
  });
  return {
    ...server,
    url: proxy.url,
    awaitNext: () => (running = null),
    async send(...events) {
      await expect.poll(() => running !== null).toBe(true);
      for (const event of events) running?.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    },
    cut: () => running?.destroy(),
    async stop() {
      await proxy.stop();
      await server.stop();
    },
  };
}
