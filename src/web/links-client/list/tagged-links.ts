import { linkBatchLimit, linkPageSizeLimit } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';
import { hasTag } from '#core/links/tags.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import type { LinkCache } from '#web/links-client/cache/link-storage.ts';

import type { ListedLink, UnsentOverlay } from './list-state.ts';

type TaggedHost = {
  readonly ask: LinksApi['list'];
  readonly cache: Pick<LinkCache, 'page'>;
  readonly overlay: Pick<UnsentOverlay, 'apply'>;
};

/** Returns a function that finds links by a tag, at most about 1,000, wherever in the list they are. */
export function createTagSearch({ ask, cache, overlay }: TaggedHost) {
  async function askServer(search: string): Promise<readonly Link[]> {
    const found: Link[] = [];
    let cursor: string | null = null;
    do {
      const page = await ask({ cursor, limit: linkPageSizeLimit, search });
      found.push(...page.links);
      cursor = page.nextCursor;
    } while (cursor !== null && found.length < linkBatchLimit);
    return found;
  }

  async function askCache(search: string): Promise<readonly Link[]> {
    const page = cache.page({ after: null, limit: linkBatchLimit, search });
    return (await page.catch(() => null))?.links ?? [];
  }

  return async (tag: string): Promise<readonly ListedLink[]> => {
    const search = `#${tag}`;
    const found = await askServer(search).catch(() => askCache(search));
    // The search also finds longer tags, and the words of unsent changes are newer.
    return overlay.apply(found, search).filter(({ description }) => hasTag(description, tag));
  };
}
