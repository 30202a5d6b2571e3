import { linkPageSchema, linkSchema, linksFoundSchema } from '#contract/links.ts';
import type { LinkPage } from '#contract/links.ts';
import type { Link, LinkFields } from '#core/links/link.ts';

import { apiError, ApiError } from './api-error.ts';
import { send, sendForJson } from './send.ts';

export type LinksApi = {
  /** One page, newest first. A null cursor asks for the first; a search for the links that hold its words. */
  list(
    page: { cursor: string | null; limit: number; search?: string },
    signal?: AbortSignal,
  ): Promise<LinkPage>;
  /** With an id of the page's own the same request may be sent again: it saves one link. */
  create(fields: LinkFields & { id?: string }, signal?: AbortSignal): Promise<Link>;
  /** With `ifUpdatedAt` a link that has changed since is left as it is ('link-changed'). */
  update(id: string, fields: LinkFields & { ifUpdatedAt?: string }, signal?: AbortSignal): Promise<Link>;
  /**
   * A link that is gone already counts as deleted. With `ifUpdatedAt`, unless it is empty, a link that has changed since
   * is left as it is ('link-changed'). `keepalive` lets the request outlive the page.
   */
  remove(
    id: string,
    options?: { ifUpdatedAt?: string; keepalive?: boolean; signal?: AbortSignal },
  ): Promise<void>;
  /** The links with these ids, and those with exactly these URLs; at most 1,000 of each. */
  lookUp(
    wanted: { ids?: readonly string[]; urls?: readonly string[] },
    signal?: AbortSignal,
  ): Promise<Link[]>;
};

export function createLinksApi(origin = ''): LinksApi {
  const links = `${origin}/api/links`;
  const link = (id: string) => `${links}/${encodeURIComponent(id)}`;
  return {
    list({ cursor, limit, search = '' }, signal) {
      const query = new URLSearchParams({ limit: String(limit) });
      if (cursor !== null) query.set('cursor', cursor);
      if (search !== '') query.set('search', search);
      const path = `${links}?${query}`;
      return sendForJson({ method: 'GET', path, signal, fallback: 'storage-failed' }, linkPageSchema);
    },
    create(fields, signal) {
      const call = { method: 'POST', path: links, body: fields, fallback: 'link-create-failed' } as const;
      return sendForJson({ ...call, signal }, linkSchema);
    },
    update(id, fields, signal) {
      const call = { method: 'PATCH', path: link(id), body: fields, fallback: 'unexpected' } as const;
      return sendForJson({ ...call, signal }, linkSchema);
    },
    async remove(id, { ifUpdatedAt = '', ...options } = {}) {
      const query = ifUpdatedAt === '' ? '' : `?${new URLSearchParams({ ifUpdatedAt })}`;
      try {
        const { status } = await send({
          method: 'DELETE',
          path: `${link(id)}${query}`,
          ...options,
          fallback: 'unexpected',
        });
        // Any other answer is of somebody who stands before the server, such as the login page of a network.
        if (status !== 204) throw apiError('page-outdated', { status });
      } catch (failure) {
        if (!(failure instanceof ApiError && failure.code === 'link-not-found')) throw failure;
      }
    },
    async lookUp(wanted, signal) {
      const call = {
        method: 'POST',
        path: `${links}/lookup`,
        body: wanted,
        fallback: 'storage-failed',
      } as const;
      return (await sendForJson({ ...call, signal }, linksFoundSchema)).links;
    },
  };
}
