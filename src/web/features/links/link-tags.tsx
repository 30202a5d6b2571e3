import { linkPageSizeLimit } from '#contract/link-pages.ts';
import { linkBatchLimit } from '#contract/links.ts';
import { hasTag, splitDescription, tagsOf } from '#core/links/description.ts';
import type { Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import type { ListedLink, UnsentOverlay } from '#web/links-client/list/list-state.ts';
import type { Selection } from '#web/links-client/list/selection.ts';
import type { LinkCache } from '#web/links-client/storage/link-cache.ts';
import { t, tCount } from '#web/lib/language.ts';
import { announce } from '#web/ui/announcer.tsx';
import { tRich, unseen } from '#web/ui/rich-text.tsx';

import type { RowPartsProps } from './link-rows.tsx';

type LinkTagsProps = Pick<RowPartsProps, 'link' | 'tabIndex'> & { readonly controller: Sources };

/** The wished anchor of a link, and its tags. A click on a tag ticks all links with it. */
export function LinkTags({ link, controller, tabIndex }: LinkTagsProps) {
  const { anchor } = splitDescription(link.description);
  const tags = tagsOf(link.description);
  if (anchor === null && tags.length === 0) return null;
  return (
    <span className="link-tags">
      {anchor === null ? null : (
        <span className="link-anchor">
          {tRich('Anchor: <quoted>{anchor}</quoted>', { quoted }, { anchor })}
        </span>
      )}
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          className="link-tag"
          dir="auto"
          tabIndex={tabIndex}
          title={t('Select all with #{tag}', { tag })}
          onClick={() => void tickTag(tag, controller).catch(announceNothing)}
        >
          {tRich('<unseen>Select all with </unseen>#{tag}', { unseen }, { tag })}
        </button>
      ))}
    </span>
  );
}

const quoted = (words: string) => <q dir="auto">{words}</q>;

type TagSources = {
  readonly ask: LinksApi['list'];
  readonly cache: Pick<LinkCache, 'page'>;
  readonly overlay: Pick<UnsentOverlay, 'apply'>;
};

type Sources = {
  readonly tagSearch: TagSources;
  readonly selection: Pick<Selection, 'has' | 'tickAll' | 'untick'>;
  readonly deletions: { readonly get: () => readonly { readonly id: string }[] };
};

/** Ticks all links with a tag, or unticks them if all are ticked. */
export async function tickTag(tag: string, { tagSearch, selection, deletions }: Sources): Promise<void> {
  const deleted = new Set(deletions.get().map(({ id }) => id));
  const found = await linksWithTag(tagSearch, tag);
  const ids = found.map(({ id }) => id).filter((id) => !deleted.has(id));
  if (ids.length === 0) {
    announceNothing();
    return;
  }
  const { length } = ids;
  const isAllTicked = ids.every((id) => selection.has(id));
  if (isAllTicked) selection.untick(ids);
  else selection.tickAll(ids);
  announce(
    isAllTicked
      ? tCount(length, '{count} link with #{tag} unselected', '{count} links with #{tag} unselected', { tag })
      : tCount(length, '{count} link with #{tag} selected', '{count} links with #{tag} selected', { tag }),
  );
}

/** Returns the links that have a tag, at most about 1,000, from the whole list. */
export async function linksWithTag(
  { ask, cache, overlay }: TagSources,
  tag: string,
): Promise<readonly ListedLink[]> {
  const search = `#${tag}`;

  async function askServer(): Promise<readonly Link[]> {
    const found: Link[] = [];
    let cursor: string | null = null;
    do {
      const page = await ask({ cursor, limit: linkPageSizeLimit, search });
      found.push(...page.links);
      cursor = page.nextCursor;
    } while (cursor !== null && found.length < linkBatchLimit);
    return found;
  }

  async function askCache(): Promise<readonly Link[]> {
    const page = cache.page({ after: null, limit: linkBatchLimit, search });
    return (await page.catch(() => null))?.links ?? [];
  }

  const found = await askServer().catch(askCache);
  // The search also finds longer tags, and does not know the descriptions of unsent changes.
  return overlay.apply(found, search).filter(({ description }) => hasTag(description, tag));
}

function announceNothing(): void {
  announce(t('The links with this tag were not found.'));
}
