import { useEffect, useRef, type RefObject } from 'react';

import { nameOfLink } from '#core/links/description.ts';
import type { Link } from '#core/links/link.ts';
import type { Writer } from '#web/api/generations-api.ts';
import {
  AllowanceLine,
  createAllowanceStore,
  type AllowanceStore,
} from '#web/features/allowance/allowance.tsx';
import { BrowserModelLine } from '#web/features/browser-model/browser-model-line.tsx';
import {
  createBrowserModelStore,
  type BrowserModelState,
  type BrowserModelStore,
} from '#web/features/browser-model/browser-model-store.ts';
import { FreeKeys, OwnKeyLine } from '#web/features/own-key/own-key-line.tsx';
import type { OwnKeyStore } from '#web/features/own-key/own-key-store.ts';
import { WithoutAiLine, type AiWay } from '#web/features/generation/without-ai-line.tsx';
import type { LocalModel, LocalModelsStore } from '#web/features/own-key/local-models-store.ts';
import { onWorkspaceChange } from '#web/lib/events.ts';
import { pageLanguage, t, tCount } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import type { ToAi } from '#web/version-view/shown-version.ts';

import { OwnKeyDialog } from './dialogs.tsx';
import type { PageStores } from './page-memory.tsx';

type WriterStores = Pick<
  PageStores,
  'settings' | 'linksController' | 'ownKey' | 'usesBrowserModel' | 'isBuiltInChosen'
>;

export function createWriterChoice({ settings, linksController, ownKey, ...chosen }: WriterStores) {
  const { ownKeyProtocol: protocol } = settings;
  const { usesBrowserModel, isBuiltInChosen } = chosen;
  const allowance = createAllowanceStore();
  allowance.subscribe(() => isBuiltInChosen.set(allowance.get().writer === 'built-in'));
  const browserModel = createBrowserModelStore(linksController.storage, usesBrowserModel, pageLanguage());
  connectBrowserModel(browserModel, ownKey);

  async function findLinks(ids: readonly string[]) {
    const { found } = await linksController.lookUp(ids);
    return ids.flatMap((id) => found.find((link) => link.id === id && link.url.trim() !== '') ?? []);
  }

  return {
    allowance,
    browserModel,
    lookUp: linksController.lookUp,
    /**
     * Returns the browser's model if the visitor has chosen it, else the visitor's own provider if there is one, else the
     * server with the writer that the visitor has chosen.
     * The server must know the links: rejects with a message for the user if they cannot be saved.
     * @param isBuiltIn Chooses the built-in writer of the server.
     */
    async saveAndChoose(linkIds: readonly string[], isBuiltIn = false): Promise<Writer> {
      if (usesBrowserModel.get() && !isBuiltIn)
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

export async function createWriterStatus(stores: PageStores) {
  const { settings, ownKey, generations } = stores;
  const { allowance, browserModel } = await stores.loadWriterChoice();
  return function WriterStatus({ onOpenOwnKey }: { readonly onOpenOwnKey: () => void }) {
    const provider = useStore(ownKey.provider);
    const { phase } = useStore(generations.state);
    const isOnDevice = useStore(browserModel.isUsed);
    const isLimited = settings.writer === 'model' && provider === null && !isOnDevice;
    const { allowance: known, writer } = useStore(allowance);
    const failure = useStore(generations.failure);
    const isRefused = phase !== 'processing' && failure?.code === 'budget-spent';
    const isClosed = isRefused || (known !== null && known.closedBy !== null);
    // The notice that the model is closed has a button for the own key.
    const hasNotice = isLimited && known !== null && isClosed && writer === 'server';
    const mayBringKeys = settings.ownKeyHosts.length > 0;
    useAllowanceRefresh(allowance, isLimited, phase !== 'processing');
    const status = useFocusAfterChoice(isOnDevice ? 'browser' : provider === null ? writer : 'own');

    return (
      <div className="writer-status" ref={status}>
        {isLimited ? (
          <AllowanceLine
            allowance={allowance}
            isRefused={isRefused}
            onUseOwnKey={mayBringKeys ? onOpenOwnKey : null}
          />
        ) : null}
        <BrowserModelLine browserModel={browserModel} isBusy={phase === 'processing'} />
        {mayBringKeys && !hasNotice && !(isOnDevice && provider !== null) ? (
          <OwnKeyLine ownKey={ownKey} onOpen={onOpenOwnKey} onOpenLikely={OwnKeyDialog.preload} />
        ) : null}
      </div>
    );
  };
}

/** Reads the allowance at the start, after each generation, and when the user or the network returns. */
function useAllowanceRefresh(allowance: AllowanceStore, isLimited: boolean, isAtRest: boolean): void {
  useEffect(() => {
    if (isLimited && isAtRest) void allowance.refresh();
  }, [allowance, isLimited, isAtRest]);

  useEffect(() => {
    if (!isLimited) return undefined;
    const refresh = () => {
      if (document.visibilityState === 'visible') void allowance.refresh();
    };
    const life = new AbortController();
    document.addEventListener('visibilitychange', refresh, { signal: life.signal });
    window.addEventListener('online', refresh, { signal: life.signal });
    return () => life.abort();
  }, [allowance, isLimited]);
}

/**
 * When the user chooses a writer, the pressed button disappears. Moves the focus to the button that replaces it.
 * Leaves the focus alone if another tab or the clock made the choice.
 */
function useFocusAfterChoice(choice: string): RefObject<HTMLDivElement | null> {
  const status = useRef<HTMLDivElement>(null);
  const before = useRef(choice);
  useEffect(() => {
    const isLost = before.current !== choice && document.activeElement === document.body;
    before.current = choice;
    if (isLost && navigator.userActivation.isActive)
      status.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [choice]);
  return status;
}

/** Returns the line above a result of the built-in writer. It offers the ways to AI that exist for this visitor. */
export async function createWithoutAi(stores: PageStores) {
  const { settings, ownKey, usesBrowserModel } = stores;
  const [{ browserModel }, localModels] = await Promise.all([
    stores.loadWriterChoice(),
    stores.loadLocalModels(),
  ]);
  const hosts = settings.ownKeyHosts;

  return function WithoutAi({ onOpenOwnKey, onWriteAgain }: ToAi) {
    const provider = useStore(ownKey.provider);
    const isOnDevice = useStore(usesBrowserModel);
    const state = useStore(browserModel.state);
    const { models } = useStore(localModels.found);
    useEffect(() => {
      if (localModels.found.get().isServerLooking === null) void localModels.recall();
    }, []);

    const again: AiWay | null = isOnDevice
      ? { id: 'browser', label: t('Write it again with this browser’s model'), onUse: onWriteAgain }
      : provider && {
          id: 'own-key',
          label: t('Write it again with {model}', { model: provider.model }),
          onUse: onWriteAgain,
        };
    if (again !== null) return <WithoutAiLine ways={[again]}>{null}</WithoutAiLine>;
    const ways = [
      browserWay(browserModel, state, onWriteAgain),
      localWay(localModels, models, onWriteAgain),
      hosts.length === 0 ? null : { id: 'own-key', label: t('Use your own key'), onUse: onOpenOwnKey },
    ];
    return (
      <WithoutAiLine ways={ways.filter((way) => way !== null)}>
        <FreeKeys hosts={hosts} />
      </WithoutAiLine>
    );
  };
}

/** A model that is not downloaded yet does not write at once: the visitor first sees its download. */
function browserWay({ use }: BrowserModelStore, state: BrowserModelState, onWriteAgain: () => void) {
  if (state === 'unknown' || state === 'unavailable') return null;
  const id = 'browser';
  if (state !== 'available')
    return { id, label: t('Use this browser’s model (a large download)'), onUse: use };
  const onUse = () => {
    use();
    onWriteAgain();
  };
  return { id, label: t('Write with this browser’s model'), onUse };
}

/** The dialog of the own key lists the other models. */
function localWay(
  { use, isOffered }: LocalModelsStore,
  models: readonly LocalModel[],
  onWriteAgain: () => void,
): AiWay | null {
  const model = models.find(isOffered);
  if (model === undefined) return null;
  const onUse = () => {
    use(model);
    onWriteAgain();
  };
  return { id: 'local', label: t('Use {model} on this machine', { model: model.name }), onUse };
}
