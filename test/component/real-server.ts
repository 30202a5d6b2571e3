import { request, type IncomingMessage, type ServerResponse } from 'node:http';

import type { Plugin } from 'vite';

import { startServer } from '#e2e/harness/server.ts';

/** Answers the requests of component tests to `/api` by the built server, with one shared list. */
export function realServer(): Plugin {
  let starting: ReturnType<typeof startServer> | null = null;

  async function pass(incoming: IncomingMessage, path: string, answer: ServerResponse): Promise<void> {
    const { url } = await (starting ??= startServer());
    const { method, headers } = incoming;
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
        // The page of a test has a path of its own, below which it asks.
        const [path] = /^(?!.*\/src\/).*?(\/api\/.*)/u.exec(incoming.url ?? '')?.slice(1) ?? [];
        if (path === undefined) next();
        else void pass(incoming, path, answer);
      });
    },
    async buildEnd() {
      await (await starting)?.stop();
    },
  };
}
