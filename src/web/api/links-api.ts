import { linkPageSchema, type LinkPage } from '#contract/link-pages.ts';
import { linkSchema, linksFoundSchema } from '#contract/links.ts';
import type { Link, LinkFields } from '#core/links/link.ts';

import { apiError, hasCode, send, sendForJson } from './send.ts';

export type LinksApi = ReturnType<typeof createLinksApi>;

type PageQuestion = { cursor: string | null; limit: number; search?: string };
type RemoveOptions = { ifUpdatedAt?: string; keepalive?: boolean; signal?: AbortSignal };

export function createLinksApi(origin = '') {
  const links = `${origin}/api/links`;
  const addressOf = (id: string) => `${links}/${encodeURIComponent(id)}`;
  return {
    /** Reads one page, newest first. A null cursor is the first page. A search finds links that contain its words. */
    list({ cursor, limit, search = '' }: PageQuestion, signal?: AbortSignal): Promise<LinkPage> {
      const query = new URLSearchParams({ limit: String(limit) });
      if (cursor !== null) query.set('cursor', cursor);
      if (search !== '') query.set('search', search);
      const path = `${links}?${query}`;
      return sendForJson({ method: 'GET', path, signal, fallback: 'storage-failed' }, linkPageSchema);
    },
    /** Saves one link. With an `id` from the page the same request may be sent again: it saves one link only. */
    create(body: LinkFields & { id?: string }, signal?: AbortSignal): Promise<Link> {
      const fallback = 'link-create-failed';
      return sendForJson({ method: 'POST', path: links, body, signal, fallback }, linkSchema);
    },
    /** With `ifUpdatedAt`, throws 'link-changed' if the link has changed since then. */
    update(id: string, body: LinkFields & { ifUpdatedAt?: string }, signal?: AbortSignal): Promise<Link> {
      const path = addressOf(id);
      return sendForJson({ method: 'PATCH', path, body, signal, fallback: 'unexpected' }, linkSchema);
    },
    /**
     * Deletes a link; one that is already gone counts as deleted. With `ifUpdatedAt`, unless it is empty, throws
     * 'link-changed' if the link has changed since then. With `keepalive` the request continues after the page is
     * closed.
     */
    async remove(id: string, { ifUpdatedAt = '', ...options }: RemoveOptions = {}): Promise<void> {
      const query = ifUpdatedAt === '' ? '' : `?${new URLSearchParams({ ifUpdatedAt })}`;
      const path = `${addressOf(id)}${query}`;
      try {
        const { status } = await send({ method: 'DELETE', path, ...options, fallback: 'unexpected' });
        // Any other answer is not from the server, but from a login page of a network, for example.
        if (status !== 204) throw apiError('page-outdated', { status });
      } catch (failure) {
        if (!hasCode(failure, 'link-not-found')) throw failure;
      }
    },
    /** Returns the links with these ids and the links with exactly these URLs; at most 1,000 of each. */
    async lookUp(
      body: { ids?: readonly string[]; urls?: readonly string[] },
      signal?: AbortSignal,
    ): Promise<Link[]> {
      const path = `${links}/lookup`;
      const request = { method: 'POST', path, body, signal, fallback: 'storage-failed' } as const;
      return (await sendForJson(request, linksFoundSchema)).links;
    },
  };
}
