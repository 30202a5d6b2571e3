import { randomUUID } from 'node:crypto';

import * as z from 'zod/mini';

import { openTestApp } from '#server/test-app.ts';
import { fetchWhenFree } from '#server/test-patient-fetch.ts';

/** What a visitor sends, each word in the places that it is meant for and in those that it is not. */
export type Words = {
  readonly url: string;
  readonly description: string;
  readonly content: string;
  readonly idempotencyKey: string;
  /** Headers of every request; `cookie` and `idempotency-key` are set besides. */
  readonly headers: Readonly<Record<string, string>>;
};

/** One answer of the server, with all that it says. */
export type Told = {
  readonly asked: string;
  readonly status: number;
  readonly head: string;
  readonly body: string;
};

export type Visitor = Awaited<ReturnType<typeof openVisitor>>;

/** `METHOD /path` of each route of the API. */
export async function routesOfApi(): Promise<string[]> {
  const { app, routes } = await openTestApp();
  await app.ready();
  await app.close();
  return routes.flatMap(({ method, url }) => (url.startsWith('/api/') ? [`${method} ${url}`] : []));
}

/** Bodies that routes take, and bodies that none takes, made of the visitor's words. */
function bodiesOf({ url, description, content }: Words, code: string, id: string) {
  return [
    JSON.stringify({ [content]: content, url: 5, content: 7, code: [code], links: url, ids: { url } }),
    undefined,
    // Short enough to be quoted whole by whoever cannot read it.
    `{${content}`,
    `{"url": ${url}`,
    JSON.stringify({ url, description: `\u0000${description}`, code, ifUpdatedAt: content }),
    JSON.stringify({ url, description }),
    JSON.stringify({ content, linkIds: [id], ids: [content, id], urls: [url] }),
    JSON.stringify({ links: [{ id: randomUUID(), url, description }] }),
    JSON.stringify({ links: [{ url, description, createdAt: content }] }),
    `"${content.repeat(4000)}"`,
  ];
}

/** A visitor with a workspace of their own and one link in it, who keeps all that they are told. */
export async function openVisitor(origin: string, words: Words) {
  const told: Told[] = [];

  async function ask(
    method: string,
    address: string,
    sent: { cookie?: string; body?: string; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Told> {
    const answer = await fetchWhenFree(`${origin}${address}`, {
      method,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        ...words.headers,
        ...sent.headers,
        cookie: sent.cookie ?? '',
      },
      ...(sent.body !== undefined && { body: sent.body }),
    });
    const head = JSON.stringify([...answer.headers]);
    const heard = { asked: `${method} ${address}`, status: answer.status, head, body: await answer.text() };
    told.push(heard);
    return heard;
  }

  async function save(cookie: string): Promise<Told & { readonly id: string }> {
    const body = JSON.stringify({ url: words.url, description: words.description });
    const saved = await ask('POST', '/api/links', { cookie, body });
    return { ...saved, ...z.object({ id: z.string() }).parse(JSON.parse(saved.body)) };
  }

  const first = await save('');
  const [, cookie = '', secret = ''] = /"(workspace-\d+=([\w-]{43})\.\d+)/.exec(first.head) ?? [];
  const codeTold = await ask('POST', '/api/workspace/recovery-code', { cookie });
  const { code } = z.object({ code: z.string() }).parse(JSON.parse(codeTold.body));

  return {
    words,
    told,
    cookie,
    secret,
    code,
    ask,
    save: () => save(cookie),
    /** Asks for one generation with the link; each has an idempotency key of its own that begins with the visitor's. */
    generate(accept: string, id: string, number: number): Promise<Told> {
      const key = `${words.idempotencyKey}-${number}`;
      const body = JSON.stringify({ content: words.content, linkIds: [id] });
      return ask('POST', '/api/generations', { cookie, body, headers: { accept, 'idempotency-key': key } });
    },
  };
}

/** Asks each route with every body that it may be sent and a query. Only the workspace as a whole is not deleted: no cookie goes there. */
export async function walk(visitor: Visitor, routes: readonly string[]): Promise<void> {
  const { cookie, code, words } = visitor;
  const query = new URLSearchParams({ search: words.url, cursor: words.description }).toString();
  for (const route of routes) {
    const [method = '', address = ''] = route.split(' ');
    const mayHaveBody = method !== 'GET' && method !== 'HEAD';
    const isDeletion = route === 'DELETE /api/workspace';
    const { id } = await visitor.save();
    for (const place of address.includes(':id') ? [id, encodeURIComponent(words.url)] : [''])
      for (const body of mayHaveBody ? bodiesOf(words, code, id) : [undefined]) {
        const { status } = await visitor.ask(method, `${address.replace(':id', place)}?${query}`, {
          cookie: isDeletion ? '' : cookie,
          headers: { 'idempotency-key': words.idempotencyKey },
          ...(body !== undefined && { body }),
        });
        // What does not take the method reads no body.
        if (status === 405) break;
      }
  }
}
