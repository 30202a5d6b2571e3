import { useEffect, useState } from 'react';

import { useStore } from '#web/lib/use-store.ts';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';

import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { unsavedCountMessage } from '#web/features/links/list/list-messages.ts';
import { schedule } from '#web/lib/tasks.ts';

// Loaded after an answer of the server, so there is a network to load it.
const UnsavedHelp = lazyPart(async () => (await import('./unsaved-help.tsx')).UnsavedHelp);

/** In milliseconds. The line is not shown for a change that is sent within this time. */
const lineDelay = 1500;

type UnsavedLineProps = {
  readonly controller: LinksController;
  /** Whether only the links that need a decision are shown. */
  readonly isAskedOnly: boolean;
  readonly onAskedOnly: (isAskedOnly: boolean) => void;
};

/** Shows the number of unsaved changes, what they wait for, and a way to those that need a decision. */
export function UnsavedLine(props: UnsavedLineProps) {
  const { count, asked, failing } = useStore(props.controller.unsaved);
  const asking = asked.length;
  const [isLate, setLate] = useState(false);
  const isWaiting = count > 0;
  if (!isWaiting && isLate) setLate(false);

  useEffect(() => (isWaiting ? schedule(() => setLate(true), lineDelay) : undefined), [isWaiting]);

  const isShown = isWaiting && isLate;
  return (
    <div className={isShown ? 'unsaved-line' : undefined}>
      <p role="status">
        {isShown ? unsavedCountMessage(failing === null ? count - asking : 0, asking) : null}
      </p>
      {isShown && (asking > 0 || failing !== null) ? (
        <Loading label={null}>
          <UnsavedHelp {...props} failing={failing} asking={asking} />
        </Loading>
      ) : null}
    </div>
  );
}
