import { request, type IncomingMessage, type ServerResponse } from 'node:http';

import type { Plugin } from 'vite';

import { startServer } from '#e2e/harness/server.ts';

/** Answers the requests of component tests to `/api` by the built server, with one shared list. */
export function realServer(): Plugin {
  let starting: ReturnType<typeof startServer> | null = null;

  async function pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { url } = await (starting ??= startServer());
    const { method, headers, url: path } = incoming;
    const outgoing = request(url + path, { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  }

  return {
    name: 'real-server',
    configureServer({ middlewares }) {
      middlewares.use((incoming, answer, next) => {
        if (incoming.url?.startsWith('/api/') === true) void pass(incoming, answer);
        else next();
      });
    },
    async buildEnd() {
      await (await starting)?.stop();
    },
  };
}
