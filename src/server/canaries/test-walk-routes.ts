import { randomUUID } from 'node:crypto';

import * as z from 'zod/mini';

import { openTestApp } from '#server/test-app.ts';
import { fetchWhenFree } from '#server/test-fetch-when-free.ts';

/** The texts that a visitor sends, each in its own field and in other fields. */
export type Words = {
  readonly url: string;
  readonly description: string;
  readonly content: string;
  readonly idempotencyKey: string;
  /** Headers of every request, besides `cookie` and `idempotency-key`. */
  readonly headers: Readonly<Record<string, string>>;
};

/** One answer of the server. */
export type Told = {
  readonly asked: string;
  readonly status: number;
  readonly head: string;
  readonly body: string;
};

export type Visitor = Awaited<ReturnType<typeof openVisitor>>;

/** Returns `METHOD /path` for each route of the API. */
export async function routesOfApi(): Promise<string[]> {
  const { app, routes } = await openTestApp();
  await app.ready();
  await app.close();
  return routes.flatMap(({ method, url }) => (url.startsWith('/api/') ? [`${method} ${url}`] : []));
}

/** Valid and invalid bodies with the visitor's texts. */
function bodiesOf({ url, description, content }: Words, code: string, id: string) {
  return [
    JSON.stringify({ [content]: content, url: 5, content: 7, code: [code], links: url, ids: { url } }),
    undefined,
    // This body is short, so that a parser might quote all of it.
    `{${content}`,
    `{"url": ${url}`,
    JSON.stringify({ url, description: `\u0000${description}`, code, ifUpdatedAt: content }),
    JSON.stringify({ url, description }),
    JSON.stringify({ content, instructions: content, linkIds: [id], ids: [content, id], urls: [url] }),
    JSON.stringify({ links: [{ id: randomUUID(), url, description }] }),
    JSON.stringify({ links: [{ url, description, createdAt: content }] }),
    `"${content.repeat(4000)}"`,
  ];
}

/** Opens a visitor with an own workspace and one link. The visitor records all answers. */
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
    /** Requests one generation with the link. Each has its own idempotency key, which begins with the visitor's. */
    generate(accept: string, id: string, number: number): Promise<Told> {
      const key = `${words.idempotencyKey}-${number}`;
      const body = JSON.stringify({ content: words.content, instructions: words.content, linkIds: [id] });
      return ask('POST', '/api/generations', { cookie, body, headers: { accept, 'idempotency-key': key } });
    },
  };
}

/**
 * Sends every body and a query to each route. Deletes the whole workspace without a cookie, so that nothing is deleted.
 */
export async function walk(visitor: Visitor, routes: readonly string[]): Promise<void> {
  const { cookie, code, words } = visitor;
  const query = new URLSearchParams({ since: words.url, cursor: words.description }).toString();
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
        // A route that does not support the method reads no body.
        if (status === 405) break;
      }
  }
}
