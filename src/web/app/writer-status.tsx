import { useEffect, useRef, type RefObject } from 'react';

import { AllowanceLine } from '#web/features/allowance/allowance-line.tsx';
import type { AllowanceStore } from '#web/features/allowance/allowance-store.ts';
import type { PageGenerations } from '#web/features/generation/generation-controller.ts';
import { OwnKeyLine } from '#web/features/own-key/own-key-line.tsx';
import { useStore } from '#web/lib/use-store.ts';

import type { PageStores } from './choose-writer.ts';

type WriterStatusProps = {
  readonly stores: PageStores;
  readonly allowance: AllowanceStore;
  readonly generations: PageGenerations;
  readonly onOpenOwnKey: () => void;
  readonly onOwnKeyLikely: () => void;
};

/** Returns the component that says who writes, and what is left of the allowance today. */
export function createWriterStatus(stores: PageStores, allowance: AllowanceStore) {
  return (props: Omit<WriterStatusProps, 'stores' | 'allowance'>) => (
    <WriterStatus {...props} stores={stores} allowance={allowance} />
  );
}

function WriterStatus({ stores, allowance, generations, onOpenOwnKey, onOwnKeyLikely }: WriterStatusProps) {
  const { settings, ownKey } = stores;
  const provider = useStore(ownKey.provider);
  const { phase } = useStore(generations.state);
  const isLimited = settings.writer === 'model' && provider === null;
  const { allowance: known, writer } = useStore(allowance);
  const failure = useStore(generations.failure);
  const isRefused = phase !== 'processing' && failure === 'budget-spent';
  const isClosed = isRefused || (known !== null && known.closedBy !== null);
  // That notice has a button for the own key.
  const hasNotice = isLimited && known !== null && isClosed && writer === 'server';
  const mayBringKeys = settings.ownKeyHosts.length > 0;
  useAllowanceRefresh(allowance, isLimited, phase !== 'processing');
  const status = useFocusAfterChoice(provider === null ? writer : 'own');

  return (
    <div className="desk-foot" ref={status}>
      {isLimited ? (
        <AllowanceLine
          allowance={allowance}
          isRefused={isRefused}
          onUseOwnKey={mayBringKeys ? onOpenOwnKey : null}
        />
      ) : null}
      {mayBringKeys && !hasNotice ? (
        <OwnKeyLine ownKey={ownKey} onOpen={onOpenOwnKey} onOpenLikely={onOwnKeyLikely} />
      ) : null}
    </div>
  );
}

/** Reads the allowance at the start, after each generation, and when the user or the network comes back. */
function useAllowanceRefresh(allowance: AllowanceStore, isLimited: boolean, isAtRest: boolean): void {
  useEffect(() => {
    if (isLimited && isAtRest) void allowance.refresh();
  }, [allowance, isLimited, isAtRest]);

  useEffect(() => {
    if (!isLimited) return undefined;
    const refresh = () => {
      if (document.visibilityState === 'visible') void allowance.refresh();
    };
    document.addEventListener('visibilitychange', refresh);
    window.addEventListener('online', refresh);
    return () => {
      document.removeEventListener('visibilitychange', refresh);
      window.removeEventListener('online', refresh);
    };
  }, [allowance, isLimited]);
}

/**
 * When the user chooses a writer, the button of that choice goes away. Moves the focus to the button that replaces it.
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
