import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

import * as z from 'zod/mini';

import { apiHeaders } from './http/plugins/security.ts';
import { openTestApp } from './test-app.ts';

export type Route = { readonly method: string; readonly url: string };

type Ask = {
  readonly method: string;
  readonly path: string;
  readonly headers?: IncomingHttpHeaders;
  readonly body?: string | Buffer;
};

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** Returns the path of a route, with this id if the path has an id. */
export const pathOf = ({ url }: Route, id = 'none') => url.replace(':id', id);

export const isChange = ({ method }: Route) => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Opens a server and lists all of its API routes, so that new routes are tested automatically. */
export async function openEveryRoute() {
  const { app, routes } = await openTestApp({ workspace: 'own' });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const agent = new Agent({ keepAlive: true });
  const ask = (asked: Ask) => send(port, agent, asked);
  const plain = new Map<Route, Answer>();
  for (const route of routes)
    if (route.url.startsWith('/api/')) plain.set(route, await ask({ ...route, path: pathOf(route) }));
  const isRefused = (route: Route) => plain.get(route)?.status === 405;

  return {
    ask,
    /** Each route with its answer to a request that has only the path. */
    plain,
    /** Returns whether the route only answers that its address does not support the method. */
    isRefused,
    readsBody: (route: Route) => ['POST', 'PUT', 'PATCH'].includes(route.method) && !isRefused(route),
    /**
     * Sends a request to each route. Returns a message for each answer that lacks a header, or that is not the expected
     * one.
     */
    async faultsOf(
      asked: (route: Route) => Omit<Ask, 'method'> | null,
      expected: (route: Route) => readonly [number, string] | null = () => null,
    ): Promise<readonly string[]> {
      const faults: string[] = [];
      let count = 0;
      for (const route of plain.keys()) {
        const given = asked(route);
        if (given === null) continue;
        count += 1;
        const answer = await ask({ method: route.method, ...given });
        const wrong = [...wrongWith(answer), ...unlike(answer, route, expected(route))];
        faults.push(...wrong.map((each) => `${route.method} ${route.url} ${each}`));
      }
      return count === 0 ? ['No route was asked.'] : faults;
    },
    async close() {
      agent.destroy();
      await app.close();
    },
  };
}

/** Sends exactly these headers: `inject` and `fetch` would correct some of them. */
function send(port: number, agent: Agent, { method, path, headers = {}, body }: Ask): Promise<Answer> {
  const framing = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const sent = { host: 'localhost', ...framing, ...headers };
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method, path, agent, setHost: false, headers: sent })
      .once('response', (answer) => {
        const { statusCode: status = 0, headers: given } = answer;
        text(answer).then((said) => resolve({ status, headers: given, body: said }), reject);
      })
      .once('error', reject)
      .end(body);
  });
}

/** Returns a message for each fault that no answer of the API may have. */
export function wrongWith({ status, headers, body }: Answer): string[] {
  const missing = Object.entries(apiHeaders).filter(([name, value]) => headers[name] !== value);
  const isNamed = /^[\da-f-]{36}$/.test(String(headers['x-request-id']));
  const isProblem = headers['content-type'] === 'application/problem+json; charset=utf-8';
  const tells = /a\.example|\.ts:\d/.test(body);
  return [
    ...missing.map(([name]) => `lacks ${name}`),
    ...(isNamed ? [] : ['has no name']),
    ...(status >= 500 ? [`failed: ${status} ${body}`] : []),
    ...(status >= 400 && !isProblem ? ['is no problem'] : []),
    ...(status >= 400 && tells ? ['repeats what was sent, or tells of the source'] : []),
  ];
}

const codeSchema = z.object({ code: z.string() });

function unlike(answer: Answer, { method }: Route, expected: readonly [number, string] | null): string[] {
  if (expected === null) return [];
  const [status, code] = expected;
  if (answer.status !== status) return [`answered ${answer.status} instead of ${status}`];
  if (method === 'HEAD') return [];
  const found = codeSchema.parse(JSON.parse(answer.body));
  return found.code === code ? [] : [`answered ${found.code} instead of ${code}`];
}
