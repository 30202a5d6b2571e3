import { linkPageSchema, linkSchema, linksFoundSchema, type LinkPage } from '#contract/links.ts';
import type { Link, LinkFields } from '#core/links/link.ts';

import { apiError, ApiError } from './api-error.ts';
import { send, sendForJson } from './send.ts';

export type LinksApi = {
  /** Reads one page, newest first. A null cursor is the first page. A search finds links that contain its words. */
  list(
    page: { cursor: string | null; limit: number; search?: string },
    signal?: AbortSignal,
  ): Promise<LinkPage>;
  /** Saves one link. With an `id` from the page the same request may be sent again: it saves one link only. */
  create(fields: LinkFields & { id?: string }, signal?: AbortSignal): Promise<Link>;
  /** With `ifUpdatedAt`, throws 'link-changed' if the link has changed since then. */
  update(id: string, fields: LinkFields & { ifUpdatedAt?: string }, signal?: AbortSignal): Promise<Link>;
  /**
   * Deletes a link; one that is already gone counts as deleted. With `ifUpdatedAt`, unless it is empty, throws
   * 'link-changed' if the link has changed since then. With `keepalive` the request continues after the page is closed.
   */
  remove(
    id: string,
    options?: { ifUpdatedAt?: string; keepalive?: boolean; signal?: AbortSignal },
  ): Promise<void>;
  /** Returns the links with these ids and the links with exactly these URLs; at most 1,000 of each. */
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
        // Any other answer comes from a gate in front of the server, such as the login page of a network.
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
