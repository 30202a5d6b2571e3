import { useState } from 'react';

import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import { ConflictDialog } from './conflict-dialog.tsx';
import type { ListedLink } from '#web/links-client/list/listed-rows.ts';
import type { UnsavedNoteProps } from './unsaved-note.tsx';

/** Stands in the row of a link whose change the server did not take: what happened, and what the user can do. */
export function UnsavedQuestion(props: UnsavedNoteProps) {
  const { state } = props.link;
  if (state.kind === 'conflict') return <ConflictNote {...props} state={state} />;
  return state.kind === 'refused' ? <RefusedNote {...props} message={state.message} /> : null;
}

type Conflict = Extract<ListedLink['state'], { kind: 'conflict' }>;

function ConflictNote({
  controller,
  link,
  tabIndex,
  state,
}: UnsavedNoteProps & { readonly state: Conflict }) {
  const [isOpen, setOpen] = useState(false);
  const { theirs, deleted } = state;
  return (
    <div className="unsaved-note unsaved-asks">
      <p>
        {deleted === null ? 'Not saved' : 'Not deleted'}: {theirs === null ? 'deleted' : 'changed'} elsewhere
        meanwhile
      </p>
      <Button look="plain" tabIndex={tabIndex} onClick={() => setOpen(true)}>
        {theirs === null ? 'Decide' : 'Compare'}
      </Button>
      {isOpen ? (
        <ConflictDialog
          controller={controller}
          mine={deleted ?? link}
          theirs={theirs}
          isDeleted={deleted !== null}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}

function RefusedNote({
  controller,
  link,
  tabIndex,
  message,
}: UnsavedNoteProps & { readonly message: string }) {
  return (
    <div className="unsaved-note unsaved-asks">
      <p>Not saved: {message}</p>
      <Button look="plain" tabIndex={tabIndex} onClick={() => void controller.sendAgain(link.id)}>
        Try again
      </Button>
      <Button
        look="plain"
        tabIndex={tabIndex}
        onClick={() => {
          void controller.discard(link.id);
          announce('Your change is discarded');
        }}
      >
        Discard
      </Button>
    </div>
  );
}
