import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';

import type { Settings } from '#contract/settings.ts';

import { allowance } from '#web/features/allowance/allowance.ts';
import { AllowanceLine } from '#web/features/allowance/allowance-line.tsx';
import type { PageGenerations } from '#web/features/generation/generation-controller.ts';
import { useStore } from '#web/lib/use-store.ts';
import { OwnKeyLine } from '#web/features/own-key/own-key-line.tsx';
import { ownKey } from '#web/features/own-key/own-key.ts';

type DeskFootProps = {
  readonly settings: Settings;
  readonly generations: PageGenerations;
  readonly onOpenOwnKey: () => void;
  readonly onOwnKeyLikely: () => void;
};

/** Who writes, and what of it is left today. */
export function DeskFoot({ settings, generations, onOpenOwnKey, onOwnKeyLikely }: DeskFootProps) {
  const provider = useSyncExternalStore(ownKey.subscribe, ownKey.provider);
  const { phase } = useStore(generations.state);
  const isLimited = settings.writer === 'model' && provider === null;
  const { allowance: known, writer } = useSyncExternalStore(allowance.subscribe, allowance.view);
  const failure = useStore(generations.failure);
  const isRefused = phase !== 'processing' && failure === 'budget-spent';
  const isClosed = isRefused || (known !== null && known.closedBy !== null);
  // The notice offers the key itself.
  const hasNotice = isLimited && known !== null && isClosed && writer === 'server';
  const mayBringKeys = settings.ownKeyHosts.length > 0;
  useAllowanceAsked(isLimited, phase !== 'processing');
  const foot = useFocusKept(provider === null ? writer : 'own');

  return (
    <div className="desk-foot" ref={foot}>
      {isLimited ? (
        <AllowanceLine isRefused={isRefused} onUseOwnKey={mayBringKeys ? onOpenOwnKey : null} />
      ) : null}
      {mayBringKeys && !hasNotice ? <OwnKeyLine onOpen={onOpenOwnKey} onOpenLikely={onOwnKeyLikely} /> : null}
    </div>
  );
}

/** At first, after each generation however it ended, and when somebody or the network comes back. */
function useAllowanceAsked(isLimited: boolean, isAtRest: boolean): void {
  useEffect(() => {
    if (isLimited && isAtRest) void allowance.refresh();
  }, [isLimited, isAtRest]);

  useEffect(() => {
    if (!isLimited) return undefined;
    const ask = () => {
      if (document.visibilityState === 'visible') void allowance.refresh();
    };
    document.addEventListener('visibilitychange', ask);
    window.addEventListener('online', ask);
    return () => {
      document.removeEventListener('visibilitychange', ask);
      window.removeEventListener('online', ask);
    };
  }, [isLimited]);
}

/**
 * A choice of who writes takes away the button that made it: the focus then goes to what stands there now. It stays
 * where the choice was another tab's, or that of the clock.
 */
function useFocusKept(choice: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(choice);
  useEffect(() => {
    const isLost = before.current !== choice && document.activeElement === document.body;
    before.current = choice;
    if (isLost && navigator.userActivation.isActive)
      place.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [choice]);
  return place;
}
