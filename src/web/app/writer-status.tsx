import { useEffect, useRef, type RefObject } from 'react';

import { AllowanceLine, type AllowanceStore } from '#web/features/allowance/allowance.tsx';
import { BrowserModelLine } from '#web/features/browser-model/browser-model-line.tsx';
import { OwnKeyLine } from '#web/features/own-key/own-key-line.tsx';
import { useStore } from '#web/lib/store.ts';

import type { PageStores } from './page-stores.ts';

type WriterStatusProps = { readonly stores: PageStores; readonly onOpenOwnKey: () => void };

/** Says who writes and how much is left today, and offers the other writers. */
export function WriterStatus({ stores, onOpenOwnKey }: WriterStatusProps) {
  const { settings, ownKey, generations } = stores;
  const { allowance, browserModel } = stores.writerChoice;
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
        <OwnKeyLine ownKey={ownKey} onOpen={onOpenOwnKey} />
      ) : null}
    </div>
  );
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
