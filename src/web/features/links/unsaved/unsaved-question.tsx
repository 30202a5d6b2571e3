import { useState } from 'react';

import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import { ConflictDialog } from './conflict-dialog.tsx';
import type { ListedLink } from '#web/links-client/list/link-list-view.ts';
import type { UnsavedNoteProps } from './unsaved-note.tsx';

/** In the row of a link that the server did not take as the user wants it: what happened, and what can be done. */
export function UnsavedQuestion(props: UnsavedNoteProps) {
  const { state } = props.link;
  if (state.kind === 'conflict') return <ConflictNote {...props} state={state} />;
  return state.kind === 'refused' ? <RefusedNote {...props} message={state.message} /> : null;
}

type Conflict = Extract<ListedLink['state'], { kind: 'conflict' }>;

function ConflictNote({ desk, link, tabIndex, state }: UnsavedNoteProps & { readonly state: Conflict }) {
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
          desk={desk}
          mine={deleted ?? link}
          theirs={theirs}
          isDeleted={deleted !== null}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}

function RefusedNote({ desk, link, tabIndex, message }: UnsavedNoteProps & { readonly message: string }) {
  return (
    <div className="unsaved-note unsaved-asks">
      <p>Not saved: {message}</p>
      <Button look="plain" tabIndex={tabIndex} onClick={() => void desk.sendAgain(link.id)}>
        Try again
      </Button>
      <Button
        look="plain"
        tabIndex={tabIndex}
        onClick={() => {
          void desk.discard(link.id);
          announce('Your change is discarded');
        }}
      >
        Discard
      </Button>
    </div>
  );
}
