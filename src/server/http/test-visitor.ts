import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

import { linkPageSchema } from '#contract/link-pages.ts';
import { linkSchema } from '#contract/links.ts';

/** A browser: it keeps its cookie, and shows the last one that it received. */
export function openTestVisitor(app: FastifyInstance, host = 'localhost:3000') {
  let cookie = '';
  let given: string | null = null;
  async function send(
    method: InjectOptions['method'] & string,
    path: string,
    payload?: object,
  ): Promise<LightMyRequestResponse> {
    const headers = { host, cookie, ...(payload && { 'content-type': 'application/json' }) };
    const answer = await app.inject({ method, url: path, headers, ...(payload && { payload }) });
    const set = answer.headers['set-cookie'];
    given = typeof set === 'string' ? set : null;
    if (given !== null) cookie = given.includes('Max-Age=0') ? '' : given.split(';', 1).join();
    return answer;
  }
  return {
    send,
    given: () => given,
    cookie: () => cookie,
    save: async () =>
      linkSchema.parse(
        (await send('POST', '/api/links', { url: 'https://a.example/?ref=1', description: 'boots' })).json(),
      ),
    async ids() {
      return linkPageSchema.parse((await send('GET', '/api/links')).json()).links.map((link) => link.id);
    },
    workspace: async () => (await send('GET', '/api/workspace')).json(),
  };
}
