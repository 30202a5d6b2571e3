import type { LinkDesk } from './link-desk.ts';
import type { ListedLink } from './link-list-view.ts';

/** Links that were looked up by id because the list does not hold them. */
export type LookedUpLinks = {
  get(id: string): ListedLink | undefined;
  forget(id: string): void;
  isAsking(): boolean;
  /** How many links the last look-up could not find out about, because the server was out of reach. */
  missing(): number;
  /** Gives the ids of which no link is left. */
  ask(ids: readonly string[]): Promise<readonly string[]>;
};

/** @param onChange Hears whenever one of the answers above may have changed. */
export function createLookedUpLinks(lookUp: LinkDesk['lookUp'], onChange: () => void): LookedUpLinks {
  const found = new Map<string, ListedLink>();
  let missing = 0;
  let asking = 0;

  return {
    get: (id) => found.get(id),
    forget: (id) => void found.delete(id),
    isAsking: () => asking > 0,
    missing: () => missing,
    async ask(ids) {
      asking += 1;
      onChange();
      const answer = await lookUp(ids);
      for (const link of answer.found) found.set(link.id, link);
      missing = ids.length - answer.found.length - answer.gone.length;
      asking -= 1;
      onChange();
      return answer.gone;
    },
  };
}
