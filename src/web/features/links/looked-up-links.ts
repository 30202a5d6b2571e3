import type { LinkDesk } from './link-desk.ts';
import type { ListedLink } from './link-list-view.ts';

/** Links that were looked up by id because the list does not hold them. */
export type LookedUpLinks = {
  get(id: string): ListedLink | undefined;
  forget(id: string): void;
  isAsking(): boolean;
  /** Why the last look-up failed; null after one that did not. */
  failure(): string | null;
  /** Gives the ids of which no link is left. */
  ask(ids: readonly string[]): Promise<readonly string[]>;
};

/** @param onChange Hears whenever one of the answers above may have changed. */
export function createLookedUpLinks(lookUp: LinkDesk['lookUp'], onChange: () => void): LookedUpLinks {
  const found = new Map<string, ListedLink>();
  let failure: string | null = null;
  let asking = 0;

  return {
    get: (id) => found.get(id),
    forget: (id) => void found.delete(id),
    isAsking: () => asking > 0,
    failure: () => failure,
    async ask(ids) {
      asking += 1;
      onChange();
      try {
        const answer = await lookUp(ids);
        for (const link of answer.found) found.set(link.id, link);
        failure = null;
        return answer.gone;
      } catch (problem) {
        failure = problem instanceof Error ? problem.message : String(problem);
        return [];
      } finally {
        asking -= 1;
        onChange();
      }
    },
  };
}
