import type { ServerResponse } from 'node:http';

import { expect } from 'vitest';

import type { GenerationEvent } from '#contract/generations.ts';

import { passTo, startFront } from './front.ts';
import { startServer } from './server.ts';
import type { LinkweftServer } from './server.ts';

/** A server behind a front, which tells generations event by event as the test says. */
export type TellingServer = LinkweftServer & {
  /** What is told from now on is for the next generation. */
  awaitNext(): void;
  /** Tells the generation that is running, once the page has asked for one. */
  tell(...events: readonly GenerationEvent[]): Promise<void>;
  /** Breaks off what is running. */
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
