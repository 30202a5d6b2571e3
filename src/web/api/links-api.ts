import { linkPageSchema, linkSchema } from '#contract/links.ts';
import type { LinkPage } from '#contract/links.ts';
import type { Link, LinkFields } from '#core/link/link.ts';

import { ApiError } from './api-error.ts';
import { send, sendForJson } from './send.ts';

export type LinksApi = {
  /** One page, newest first. A null cursor asks for the first; a search for the links that hold its words. */
  list(
    page: { cursor: string | null; limit: number; search?: string },
    signal?: AbortSignal,
  ): Promise<LinkPage>;
  create(fields: LinkFields): Promise<Link>;
  update(id: string, fields: LinkFields): Promise<Link>;
  /** A link that is gone already counts as deleted. `keepalive` lets the request outlive the page. */
  remove(id: string, options?: { keepalive: boolean }): Promise<void>;
};

export function createLinksApi(origin = ''): LinksApi {
  const links = `${origin}/api/links`;
  const link = (id: string) => `${links}/${encodeURIComponent(id)}`;
  return {
    list({ cursor, limit, search = '' }, signal) {
      const query = new URLSearchParams({ limit: String(limit) });
      if (cursor !== null) query.set('cursor', cursor);
      if (search !== '') query.set('search', search);
      const call = { method: 'GET', path: `${links}?${query}`, fallback: 'storage-failed' } as const;
      return sendForJson(signal === undefined ? call : { ...call, signal }, linkPageSchema);
    },
    create(fields) {
      return sendForJson(
        { method: 'POST', path: links, body: fields, fallback: 'link-create-failed' },
        linkSchema,
      );
    },
    update(id, fields) {
      return sendForJson(
        { method: 'PATCH', path: link(id), body: fields, fallback: 'unexpected' },
        linkSchema,
      );
    },
    async remove(id, options) {
      const keepalive = options?.keepalive ?? false;
      try {
        await send({ method: 'DELETE', path: link(id), keepalive, fallback: 'unexpected' });
      } catch (failure) {
        if (!(failure instanceof ApiError && failure.code === 'link-not-found')) throw failure;
      }
    },
  };
}
