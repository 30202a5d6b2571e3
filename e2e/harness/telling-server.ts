import type { ServerResponse } from 'node:http';

import { expect } from 'vitest';

import type { GenerationEvent } from '#contract/generations.ts';

import { passTo, startFront } from './front.ts';
import { startServer } from './server.ts';
import type { LinkweftServer } from './server.ts';

/** A server with a proxy that sends the events of generations as the test asks. */
export type TellingServer = LinkweftServer & {
  /** Sends the following events to the next generation. */
  awaitNext(): void;
  /** Sends events to the running generation. Waits until the page has requested one. */
  tell(...events: readonly GenerationEvent[]): Promise<void>;
  /** Breaks the connection of the running generation. */
  cut(): void;
};

export async function startTellingServer(): Promise<TellingServer> {
  const server = await startServer();
  const pass = passTo(server.url);
  let running: ServerResponse | null = null;
  const front = await startFront((call, response) => {
    if (call.method !== 'POST' || call.url !== '/api/generations') return pass(call, response);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    running = response;
  });
  return {
    ...server,
    url: front.url,
    awaitNext: () => (running = null),
    async tell(...events) {
      await expect.poll(() => running !== null).toBe(true);
      for (const event of events) running?.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    },
    cut: () => running?.destroy(),
    async stop() {
      await front.stop();
      await server.stop();
    },
  };
}
