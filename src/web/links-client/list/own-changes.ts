import type { LinkPage } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';

/** What was changed here, so that an answer from before the change does not take it back. */
export type OwnChanges = {
  put(link: Link): void;
  drop(id: string): void;
  /** Corrects the answer to a question that is asked now by what is changed until it comes. */
  since(): (page: LinkPage) => LinkPage;
  /** The link as it was left here, if that is later. */
  later(link: Link): Link;
  forgetAll(): void;
};

export function createOwnChanges(): OwnChanges {
  const changed = new Map<string, Link>();
  // By when they went: one that was deleted may be imported again.
  const gone = new Map<string, number>();
  let time = 0;

  function later(link: Link): Link {
    const own = changed.get(link.id);
    return own !== undefined && own.updatedAt > link.updatedAt ? own : link;
  }

  return {
    put: (link) => void changed.set(link.id, link),
    drop(id) {
      changed.delete(id);
      gone.set(id, (time += 1));
    },
    since() {
      const asked = time;
      const isThere = ({ id }: Link) => (gone.get(id) ?? 0) <= asked;
      return (page) => ({ ...page, links: page.links.filter(isThere).map(later) });
    },
    later,
    forgetAll() {
      changed.clear();
      gone.clear();
    },
  };
}
