import './unsaved.css';

import { useState } from 'react';

import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Loading } from '#web/ui/loading.tsx';

import type { LinkDesk } from './link-desk.ts';
import type { ListedLink } from './link-list-view.ts';

const ConflictDialog = lazyPart(async () => (await import('./link-conflict.tsx')).ConflictDialog);

type UnsavedNoteProps = {
  readonly desk: LinkDesk;
  readonly link: ListedLink;
  /** That of the row's other controls. */
  readonly tabIndex: -1 | undefined;
};

/** Stands in the row of a link that is not saved as the user wants it, below its URL; nothing in any other row. */
export function UnsavedNote({ desk, link, tabIndex }: UnsavedNoteProps) {
  const { state } = link;
  switch (state.kind) {
    case 'saved':
      return null;
    case 'unsaved':
      return <p className="unsaved-note">Not saved yet</p>;
    case 'conflict':
      return <ConflictNote desk={desk} link={link} tabIndex={tabIndex} state={state} />;
    case 'refused':
      return <RefusedNote desk={desk} link={link} tabIndex={tabIndex} message={state.message} />;
  }
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
        <Loading label={null}>
          <ConflictDialog
            desk={desk}
            mine={deleted ?? link}
            theirs={theirs}
            isDeleted={deleted !== null}
            onClose={() => setOpen(false)}
          />
        </Loading>
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
