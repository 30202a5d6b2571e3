import type { LinkChanges, LinkPage } from '#contract/link-pages.ts';
import { newestFirst, type Link } from '#core/links/link.ts';
import { testLink } from '#core/links/test-link.ts';
import { createLinksApi, type LinksApi } from '#web/api/links-api.ts';
import { apiError } from '#web/api/send.ts';

const time = (minute: number) => new Date(minute * 60_000).toISOString();

/** Returns link number n, saved in minute n. A higher version is a later change. */
export function numbered(n: number, version = 0): Link {
  return testLink({
    id: `l${n}`,
    url: `https://${n}.example/`,
    description: `Link ${n}`,
    createdAt: time(n),
    updatedAt: time(n + version),
  });
}

/** A server with `count` links, whose answers wait until the test wants them. */
export function createLinkServer(count: number) {
  const links = new Map(Array.from({ length: count }, (_, index) => [`l${index + 1}`, numbered(index + 1)]));
  const changes: Change[] = [];
  const requests: string[] = [];
  const waiting: (() => void)[] = [];
  let isUp = true;
  let isWaiting = false;

  async function answer<T>(request: string, read: () => T, signal?: AbortSignal): Promise<T> {
    requests.push(request);
    server.onRequest(request);
    if (!isUp) throw apiError('network-failed');
    const result = read();
    if (isWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
    signal?.throwIfAborted();
    return result;
  }

  const api: LinksApi = {
    ...createLinksApi(),
    list: ({ cursor, limit }, signal) =>
      answer(
        `page ${limit}`,
        () => pageOf([...links.values()], cursor, limit, String(changes.length)),
        signal,
      ),
    changes: (since, signal) =>
      answer(`changes ${since}`, () => changesSince(changes, Number(since)), signal),
  };

  const server = {
    api,
    requests,
    /** Runs before the server reads the answer to a request. */
    onRequest: (_request: string): void => {},
    /** Another browser saves or deletes a link. */
    put(link: Link) {
      links.set(link.id, link);
      changes.push({ id: link.id, link });
    },
    remove(id: string) {
      links.delete(id);
      changes.push({ id, link: null });
    },
    /** The database is an older one. */
    restoreBackup: () => void changes.splice(0),
    cut: () => (isUp = false),
    restore: () => (isUp = true),
    /** From now on, answers wait for `resume`. */
    pause: () => (isWaiting = true),
    resume() {
      isWaiting = false;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
  return server;
}

type Change = { readonly id: string; readonly link: Link | null };

function pageOf(links: readonly Link[], cursor: string | null, limit: number, version: string): LinkPage {
  const all = links.toSorted(newestFirst);
  const rest = cursor === null ? all : all.filter(({ createdAt }) => createdAt < cursor);
  const page = rest.slice(0, limit);
  const hasMore = rest.length > limit;
  const nextCursor = hasMore ? (page.at(-1)?.createdAt ?? null) : null;
  return { links: page, hasMore, nextCursor, ...(cursor === null && { total: all.length, version }) };
}

function changesSince(changes: readonly Change[], since: number): LinkChanges {
  if (since > changes.length) return null;
  const latest = new Map(changes.slice(since).map(({ id, link }) => [id, link]));
  return {
    version: String(changes.length),
    links: [...latest.values()].flatMap((link) => link ?? []),
    deleted: [...latest].flatMap(([id, link]) => (link === null ? id : [])),
  };
}
