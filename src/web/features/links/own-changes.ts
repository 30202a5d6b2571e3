import type { LinkPage } from '#contract/links.ts';
import type { Link } from '#core/link/link.ts';

/** What was changed here, so that an answer from before the change does not take it back. */
export type OwnChanges = {
  put(link: Link): void;
  drop(id: string): void;
  correct(page: LinkPage): LinkPage;
  /** The link as it was left here, if that is later. */
  later(link: Link): Link;
  forgetAll(): void;
};

export function createOwnChanges(): OwnChanges {
  const changed = new Map<string, Link>();
  const gone = new Set<string>();

  function later(link: Link): Link {
    const own = changed.get(link.id);
    return own !== undefined && own.updatedAt > link.updatedAt ? own : link;
  }

  return {
    put: (link) => void changed.set(link.id, link),
    drop: (id) => void gone.add(id),
    correct: (page) => ({ ...page, links: page.links.filter(({ id }) => !gone.has(id)).map(later) }),
    later,
    forgetAll() {
      changed.clear();
      gone.clear();
    },
  };
}
