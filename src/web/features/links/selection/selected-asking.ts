import type { LinkDesk } from '#web/links-client/list/links-controller.ts';

/** Looks up links that the list does not hold. */
export type Asking = {
  isUnderWay(): boolean;
  /** How many links the last look-up could not find out about, because the server was out of reach. */
  missing(): number;
  /** Gives the ids of which no link is left. */
  ask(ids: readonly string[]): Promise<readonly string[]>;
};

/** @param onChange Hears whenever one of the answers above may have changed. */
export function createAsking(lookUp: LinkDesk['lookUp'], onChange: () => void): Asking {
  let missing = 0;
  let underWay = 0;

  return {
    isUnderWay: () => underWay > 0,
    missing: () => missing,
    async ask(ids) {
      underWay += 1;
      onChange();
      const { found, gone } = await lookUp(ids);
      missing = ids.length - found.length - gone.length;
      underWay -= 1;
      onChange();
      return gone;
    },
  };
}
