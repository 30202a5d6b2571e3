import { nameOfLink } from '#core/links/description.ts';
import type { Link } from '#core/links/link.ts';
import type { Settings } from '#contract/settings.ts';
import type { Writer } from '#web/api/generations-api.ts';
import { createAllowanceStore, type AllowanceStore } from '#web/features/allowance/allowance.tsx';
import {
  createBrowserModelStore,
  type BrowserModelStore,
} from '#web/features/browser-model/browser-model-store.ts';
import type { OwnKeyStore } from '#web/features/own-key/own-key-store.ts';
import { onWorkspaceChange } from '#web/lib/events.ts';
import { pageLanguage, tCount } from '#web/lib/language.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';

/** Who writes the next generation. */
export type WriterChoice = {
  readonly allowance: AllowanceStore;
  readonly browserModel: BrowserModelStore;
  readonly lookUp: LinksController['lookUp'];
  /**
   * Returns the browser's model if the visitor has chosen it, else the visitor's own provider if there is one, else the
   * server with the writer that the visitor has chosen.
   * The server must know the links: rejects with a message for the user if they cannot be saved.
   * @param isBuiltIn Chooses the built-in writer of the server.
   */
  saveAndChoose(linkIds: readonly string[], isBuiltIn?: boolean): Promise<Writer>;
};

type Options = {
  readonly settings: Settings;
  readonly linksController: LinksController;
  readonly ownKey: OwnKeyStore;
};

export function createWriterChoice({ settings, linksController, ownKey }: Options): WriterChoice {
  const { ownKeyProtocol: protocol } = settings;
  const allowance = createAllowanceStore();
  const browserModel = createBrowserModelStore(linksController.storage, pageLanguage());
  connectBrowserModel(browserModel, ownKey);

  async function findLinks(ids: readonly string[]) {
    const { found } = await linksController.lookUp(ids);
    return ids.flatMap((id) => found.find((link) => link.id === id && link.url.trim() !== '') ?? []);
  }

  return {
    allowance,
    browserModel,
    lookUp: linksController.lookUp,
    async saveAndChoose(linkIds, isBuiltIn = false) {
      if (browserModel.isUsed.get() && !isBuiltIn)
        return { kind: 'browser', findLinks, onState: browserModel.onState };
      const provider = ownKey.provider.get();
      if (provider !== null && !isBuiltIn) return { kind: 'own', provider, protocol, findLinks };
      const message = unsavedLinksMessage(await linksController.saveAll(linkIds));
      if (message !== null) throw new Error(message);
      return { kind: isBuiltIn ? 'built-in' : allowance.get().writer };
    },
  };
}

/** A key that the visitor enters takes the place of the browser's model. Deleted data take the choice with them. */
function connectBrowserModel(browserModel: BrowserModelStore, { provider }: OwnKeyStore): void {
  let known = JSON.stringify(provider.get());
  provider.subscribe(() => {
    const now = JSON.stringify(provider.get());
    // The same key may only have been read again.
    if (provider.get() !== null && now !== known) browserModel.leave();
    known = now;
  });
  window.addEventListener('storage', browserModel.reread);
  onWorkspaceChange((change) => {
    if (change === 'deleted') browserModel.leave();
  });
}

function unsavedLinksMessage(unsaved: readonly Link[]): string | null {
  const [first] = unsaved;
  if (first === undefined) return null;
  return tCount(
    unsaved.length,
    '“{name}” is not saved yet. Please check your connection, or untick what is not saved, and try again.',
    '{count} of the selected links are not saved yet. Please check your connection, or untick what is not saved, and try again.',
    { name: nameOfLink(first) },
  );
}
