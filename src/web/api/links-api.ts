import * as z from 'zod/mini';

import { linkChangesSchema, linkPageSchema, type LinkChanges, type LinkPage } from '#contract/link-pages.ts';
import { linkSchema } from '#contract/links.ts';
import type { Link, LinkFields } from '#core/links/link.ts';

import { apiError, hasCode, send, sendForJson } from './send.ts';

type RemoveOptions = { ifUpdatedAt?: string; keepalive?: boolean; signal?: AbortSignal };

/** The links of the server. Each function throws an `ApiError`, or the error of its signal. */
export type LinksApi = {
  /** Reads one page, newest first. A null cursor is the first page. */
  list(page: { cursor: string | null; limit: number }, signal?: AbortSignal): Promise<LinkPage>;
  /** Reads what has changed since a version of the list. Null: the list must be read page by page. */
  changes(since: string, signal?: AbortSignal): Promise<LinkChanges>;
  /** Saves one link. With an `id` from the page the same request may be sent again: it saves one link only. */
  create(body: LinkFields & { id?: string }, signal?: AbortSignal): Promise<Link>;
  /** With `ifUpdatedAt`, throws 'link-changed' if the link has changed since then. */
  update(id: string, body: LinkFields & { ifUpdatedAt?: string }, signal?: AbortSignal): Promise<Link>;
  /**
   * Deletes a link; one that is already gone counts as deleted. With `ifUpdatedAt`, unless it is empty, throws
   * 'link-changed' if the link has changed since then. With `keepalive` the request continues after the page is closed.
   */
  remove(id: string, options?: RemoveOptions): Promise<void>;
};

const changesAnswerSchema = z.object({ changes: linkChangesSchema });

export function createLinksApi(page = '.'): LinksApi {
  const links = `${page}/api/links`;
  const addressOf = (id: string) => `${links}/${encodeURIComponent(id)}`;
  return {
    list({ cursor, limit }, signal) {
      const query = new URLSearchParams({ limit: String(limit) });
      if (cursor !== null) query.set('cursor', cursor);
      const path = `${links}?${query}`;
      return sendForJson({ method: 'GET', path, signal, fallback: 'storage-failed' }, linkPageSchema);
    },
    async changes(since, signal) {
      const path = `${links}/changes?${new URLSearchParams({ since })}`;
      const request = { method: 'GET', path, signal, fallback: 'storage-failed' } as const;
      return (await sendForJson(request, changesAnswerSchema)).changes;
    },
    create(body, signal) {
      const fallback = 'link-create-failed';
      return sendForJson({ method: 'POST', path: links, body, signal, fallback }, linkSchema);
    },
    update(id, body, signal) {
      const path = addressOf(id);
      return sendForJson({ method: 'PATCH', path, body, signal, fallback: 'unexpected' }, linkSchema);
    },
    async remove(id, { ifUpdatedAt = '', ...options } = {}) {
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
  };
}
