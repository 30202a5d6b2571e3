import * as z from 'zod/mini';

import { linkPageSchema } from '#contract/link-pages.ts';
import type { Link, LinkFields } from '#core/links/link.ts';
import { fetchWhenFree } from '#server/test-fetch-when-free.ts';

/** `problem` is the code of a refusal, or null if the write was acknowledged. */
export type Answer = { readonly status: number; readonly problem: string | null };

/** The links of one running server. A call rejects if the server ends before its answer. */
export type LinksClient = {
  create(fields: LinkFields): Promise<Answer & { readonly id: string | null }>;
  update(id: string, fields: LinkFields): Promise<Answer>;
  remove(id: string): Promise<Answer>;
  all(): Promise<Link[]>;
};

const bodySchema = z.object({ id: z.optional(z.string()), code: z.optional(z.string()) });

export function createLinksClient(origin: string): LinksClient {
  async function send(method: 'POST' | 'PATCH' | 'DELETE', path: string, fields?: LinkFields) {
    const response = await fetch(`${origin}/api/links${path}`, {
      method,
      ...(fields && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) }),
    });
    // The status alone acknowledges the write, even if the kill cuts off the body.
    const text = await response.text().catch(() => '');
    const { id = null, code = 'unnamed' } = bodySchema.parse(text === '' ? {} : JSON.parse(text));
    return { status: response.status, problem: response.ok ? null : code, id };
  }

  return {
    create: (fields) => send('POST', '', fields),
    update: (id, fields) => send('PATCH', `/${id}`, fields),
    remove: (id) => send('DELETE', `/${id}`),
    async all() {
      const links: Link[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const response = await fetchWhenFree(`${origin}/api/links?limit=100${query}`, {
          headers: { 'accept-encoding': 'identity' },
        });
        if (!response.ok)
          throw new Error(
            `The links could not be read: status ${response.status}, ${await response.text()}.`,
          );
        const page = linkPageSchema.parse(await response.json());
        links.push(...page.links);
        cursor = page.nextCursor;
      }
      return links;
    },
  };
}
