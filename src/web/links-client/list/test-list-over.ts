import { vi } from 'vitest';

import type { LinkPage } from '#contract/link-pages.ts';
import type { Link } from '#core/links/link.ts';
import { testLink } from '#core/links/test-link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import { createStore } from '#web/lib/store.ts';

import { createLinkList } from './list-store.ts';
import { createKnownLinks } from './link-lookup.ts';
import { createUnsentOverlay } from './list-state.ts';

export const emptyCache = {
  page: async () => ({ links: [], hasMore: false, isComplete: false }),
  keepPage() {},
  keep() {},
  drop() {},
};

export const nothingUnsent = createUnsentOverlay(createStore({ unsent: [] }));

type Question = { cursor: string | null; limit: number; search: string };

const time = (minute: number) => new Date(minute * 60_000).toISOString();

/** Returns link number n, saved in minute n. A higher version is a later change. */
export function link(n: number, version = 0): Link {
  return testLink({
    id: `l${n}`,
    url: `https://${n}.example/`,
    description: `Link ${n}`,
    createdAt: time(n),
    updatedAt: time(n + version),
  });
}

export const numbers = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => from - index);

/** A list with a server of `count` links. The test decides when the server answers. */
export function listOver(count: number) {
  let saved = numbers(count, 1).map((n) => link(n));
  const asked: Question[] = [];
  const lookedUp: number[][] = [];
  const waiting: (() => void)[] = [];
  const ask: LinksApi['list'] = ({ cursor, limit, search = '' }, signal) => {
    asked.push({ cursor, limit, search });
    const all = saved.filter(
      ({ description, id }) =>
        description.includes(search) && (cursor === null || Number(id.slice(1)) < Number(cursor)),
    );
    const links = all.slice(0, limit);
    const hasMore = all.length > limit;
    const page: LinkPage = {
      links,
      hasMore,
      nextCursor: hasMore ? (links.at(-1)?.id.slice(1) ?? null) : null,
      ...(hasMore && cursor === null && search === '' ? { total: saved.length } : {}),
    };
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      waiting.push(() => resolve(page));
    });
  };
  let isUp = true;
  const lookUp: LinksApi['lookUp'] = async ({ ids = [] }) => {
    lookedUp.push(ids.map((id) => Number(id.slice(1))));
    if (!isUp) throw new Error('No network.');
    return saved.filter(({ id }) => ids.includes(id));
  };
  const list = createLinkList({
    ask,
    lookUp,
    cache: emptyCache,
    overlay: nothingUnsent,
    known: createKnownLinks(),
  });

  /** Answers the waiting request with this index. */
  async function answer(index = 0): Promise<void> {
    waiting.splice(index, 1)[0]?.();
    await vi.advanceTimersByTimeAsync(0);
  }

  return {
    list,
    asked,
    lookedUp,
    cut: () => (isUp = false),
    restore: () => (isUp = true),
    change: (edit: (links: Link[]) => Link[]) => (saved = edit(saved)),
    answer,
    async read() {
      const done = list.refresh();
      await answer(waiting.length - 1);
      await done;
    },
    shown: () => list.get().links.map(({ id }) => Number(id.slice(1))),
  };
}
