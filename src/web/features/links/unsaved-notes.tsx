import { useEffect, useState } from 'react';

import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { ListedLink } from '#web/links-client/list/listed-rows.ts';
import { schedule } from '#web/links-client/list/schedule.ts';
import { useStore } from '#web/lib/use-store.ts';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';

import { unsavedCountMessage } from './list-messages.ts';

// Loaded after an answer of the server, so there is a network to load it.
const UnsavedHelp = lazyPart(async () => (await import('./unsaved-decisions.tsx')).UnsavedHelp);
const UnsavedQuestion = lazyPart(async () => (await import('./unsaved-decisions.tsx')).UnsavedQuestion);

/** In milliseconds. The line is not shown for a change that is sent within this time. */
const lineDelay = 1500;

export type UnsavedLineProps = {
  readonly controller: LinksController;
  /** Whether only the links that need a decision are shown. */
  readonly isAskedOnly: boolean;
  readonly onAskedOnly: (isAskedOnly: boolean) => void;
};

/** Shows the number of unsaved changes, what they wait for, and a way to those that need a decision. */
export function UnsavedLine(props: UnsavedLineProps) {
  const { count, asked, failing } = useStore(props.controller.unsaved);
  const [isLate, setLate] = useState(false);
  const isWaiting = count > 0;
  if (!isWaiting && isLate) setLate(false);

  useEffect(() => (isWaiting ? schedule(() => setLate(true), lineDelay) : undefined), [isWaiting]);

  const isShown = isWaiting && isLate;
  return (
    <div className={isShown ? 'unsaved-line' : undefined}>
      <p role="status">
        {isShown ? unsavedCountMessage(failing === null ? count - asked.length : 0, asked.length) : null}
      </p>
      {isShown && (asked.length > 0 || failing !== null) ? (
        <Loading label={null}>
          <UnsavedHelp {...props} />
        </Loading>
      ) : null}
    </div>
  );
}

export type UnsavedNoteProps = {
  readonly controller: LinksController;
  readonly link: ListedLink;
  /** The same as that of the row's other controls. */
  readonly tabIndex: -1 | undefined;
};

/** Stands below the URL of a link that is not saved as the user wants it. Empty for all other links. */
export function UnsavedNote(props: UnsavedNoteProps) {
  const { kind } = props.link.state;
  if (kind === 'saved') return null;
  if (kind === 'unsaved') return <p className="unsaved-note">Not saved yet</p>;
  return (
    <Loading label={null}>
      <UnsavedQuestion {...props} />
    </Loading>
  );
}
