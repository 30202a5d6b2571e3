import type { Settings } from '#contract/settings.ts';
import { nameOfLink, type Link } from '#core/links/link.ts';
import { createAllowanceStore, type AllowanceStore } from '#web/features/allowance/allowance-store.ts';
import type { Writer } from '#web/api/writer.ts';
import type { OwnKeyStore } from '#web/features/own-key/own-key-store.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';

/** What lives as long as the page. `src/web/main.tsx` makes each of them once. */
export type PageStores = {
  readonly settings: Settings;
  readonly linksController: LinksController;
  readonly ownKey: OwnKeyStore;
  /** Loads and makes it when it is first called. Rejects if it cannot be loaded; the next call tries again. */
  readonly loadWriterChoice: () => Promise<WriterChoice>;
};

export type WriterChoice = {
  readonly allowance: AllowanceStore;
  /**
   * Returns the visitor's own provider if there is one, else the server with the writer that the visitor has chosen.
   * The server must know the links: rejects with a message for the user if they cannot be saved.
   */
  choose(linkIds: readonly string[]): Promise<Writer>;
  /** Returns the built-in writer of the server. Rejects as `choose` does. */
  builtIn(linkIds: readonly string[]): Promise<Writer>;
};

export function createWriterChoice(stores: Omit<PageStores, 'loadWriterChoice'>): WriterChoice {
  const { settings, linksController, ownKey } = stores;
  const { protocol } = settings.contentLimits;
  const allowance = createAllowanceStore();

  async function saveAll(linkIds: readonly string[]): Promise<void> {
    const message = unsavedLinksMessage(await linksController.saveAll(linkIds));
    if (message !== null) throw new Error(message);
  }

  async function findLinks(ids: readonly string[]) {
    const { found } = await linksController.lookUp(ids);
    return ids.flatMap((id) => found.find((link) => link.id === id && link.url.trim() !== '') ?? []);
  }

  return {
    allowance,
    async choose(linkIds) {
      const provider = ownKey.provider.get();
      if (provider !== null) return { kind: 'own', provider, protocol, findLinks };
      await saveAll(linkIds);
      return { kind: allowance.get().writer };
    },
    async builtIn(linkIds) {
      await saveAll(linkIds);
      return { kind: 'built-in' };
    },
  };
}

/** Why nothing is generated while chosen links are not saved; null if all are saved. */
function unsavedLinksMessage(unsaved: readonly Link[]): string | null {
  const [first] = unsaved;
  if (first === undefined) return null;
  const subject =
    unsaved.length === 1 ? `“${nameOfLink(first)}” is` : `${unsaved.length} of the selected links are`;
  return `${subject} not saved yet. Please check your connection, or untick what is not saved, and try again.`;
}
