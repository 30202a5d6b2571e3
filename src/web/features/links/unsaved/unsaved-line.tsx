import { useEffect, useState, useSyncExternalStore } from 'react';

import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';

import type { LinkDesk } from '#web/links-client/list/link-desk.ts';
import { countUnsavedWords } from '#web/features/links/list/list-messages.ts';
import { schedule } from '#web/links-client/list/schedule.ts';

// Fetched when the server has said something, so that a network is there for it.
const UnsavedHelp = lazyPart(async () => (await import('./unsaved-help.tsx')).UnsavedHelp);

/** A change that is sent within this time is not worth a line, in milliseconds. */
const patience = 1500;

type UnsavedLineProps = {
  readonly desk: LinkDesk;
  /** Whether just the links are shown that the user is asked about. */
  readonly isAskedOnly: boolean;
  readonly onAskedOnly: (isAskedOnly: boolean) => void;
};

/** Above the list: how many changes wait, for what, and the way to those that wait for the user. */
export function UnsavedLine(props: UnsavedLineProps) {
  const { unsaved } = props.desk;
  const count = useSyncExternalStore(unsaved.subscribe, unsaved.count);
  const asking = useSyncExternalStore(unsaved.subscribe, unsaved.asking);
  const failing = useSyncExternalStore(unsaved.subscribe, unsaved.failing);
  const [isLate, setLate] = useState(false);
  const isWaiting = count > 0;
  if (!isWaiting && isLate) setLate(false);

  useEffect(() => (isWaiting ? schedule(() => setLate(true), patience) : undefined), [isWaiting]);

  const isShown = isWaiting && isLate;
  return (
    <div className={isShown ? 'unsaved-line' : undefined}>
      <p role="status">{isShown ? countUnsavedWords(failing === null ? count - asking : 0, asking) : null}</p>
      {isShown && (asking > 0 || failing !== null) ? (
        <Loading label={null}>
          <UnsavedHelp {...props} failing={failing} asking={asking} />
        </Loading>
      ) : null}
    </div>
  );
}
