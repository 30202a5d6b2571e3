import { useEffect, useRef, type RefObject } from 'react';

import { nameOfLink } from '#core/links/description.ts';
import type { Link } from '#core/links/link.ts';
import type { Writer } from '#web/api/generations-api.ts';
import {
  AllowanceLine,
  createAllowanceStore,
  type AllowanceStore,
} from '#web/features/allowance/allowance.tsx';
import { OwnKeyLine } from '#web/features/own-key/own-key-line.tsx';
import { tCount } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';

import { OwnKeyDialog } from './dialogs.tsx';
import type { PageStores } from './page-memory.tsx';

type WriterStores = Pick<PageStores, 'settings' | 'linksController' | 'ownKey'>;

export function createWriterChoice({ settings, linksController, ownKey }: WriterStores) {
  const { ownKeyProtocol: protocol } = settings;
  const allowance = createAllowanceStore();

  async function findLinks(ids: readonly string[]) {
    const { found } = await linksController.lookUp(ids);
    return ids.flatMap((id) => found.find((link) => link.id === id && link.url.trim() !== '') ?? []);
  }

  return {
    allowance,
    lookUp: linksController.lookUp,
    /**
     * Returns the visitor's own provider if there is one, else the server with the writer that the visitor has chosen.
     * The server must know the links: rejects with a message for the user if they cannot be saved.
     * @param isBuiltIn Chooses the built-in writer of the server.
     */
    async saveAndChoose(linkIds: readonly string[], isBuiltIn = false): Promise<Writer> {
      const provider = ownKey.provider.get();
      if (provider !== null && !isBuiltIn) return { kind: 'own', provider, protocol, findLinks };
      const message = unsavedLinksMessage(await linksController.saveAll(linkIds));
      if (message !== null) throw new Error(message);
      return { kind: isBuiltIn ? 'built-in' : allowance.get().writer };
    },
  };
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
  const { allowance } = await stores.loadWriterChoice();
  return function WriterStatus({ onOpenOwnKey }: { readonly onOpenOwnKey: () => void }) {
    const provider = useStore(ownKey.provider);
    const { phase } = useStore(generations.state);
    const isLimited = settings.writer === 'model' && provider === null;
    const { allowance: known, writer } = useStore(allowance);
    const failure = useStore(generations.failure);
    const isRefused = phase !== 'processing' && failure?.code === 'budget-spent';
    const isClosed = isRefused || (known !== null && known.closedBy !== null);
    // The notice that the model is closed has a button for the own key.
    const hasNotice = isLimited && known !== null && isClosed && writer === 'server';
    const mayBringKeys = settings.ownKeyHosts.length > 0;
    useAllowanceRefresh(allowance, isLimited, phase !== 'processing');
    const status = useFocusAfterChoice(provider === null ? writer : 'own');

    return (
      <div className="writer-status" ref={status}>
        {isLimited ? (
          <AllowanceLine
            allowance={allowance}
            isRefused={isRefused}
            onUseOwnKey={mayBringKeys ? onOpenOwnKey : null}
          />
        ) : null}
        {mayBringKeys && !hasNotice ? (
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
