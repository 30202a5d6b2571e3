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
      return <ConflictNote desk={desk} link={link} tabIndex={tabIndex} theirs={state.theirs} />;
    case 'refused':
      return <RefusedNote desk={desk} link={link} tabIndex={tabIndex} message={state.message} />;
  }
}

function ConflictNote({
  desk,
  link,
  tabIndex,
  theirs,
}: UnsavedNoteProps & { readonly theirs: ConflictTheirs }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="unsaved-note unsaved-asks">
      <p>
        {theirs === null
          ? 'Not saved: deleted elsewhere meanwhile'
          : 'Not saved: changed elsewhere meanwhile'}
      </p>
      <Button look="plain" tabIndex={tabIndex} onClick={() => setOpen(true)}>
        {theirs === null ? 'Decide' : 'Compare'}
      </Button>
      {isOpen ? (
        <Loading label={null}>
          <ConflictDialog desk={desk} mine={link} theirs={theirs} onClose={() => setOpen(false)} />
        </Loading>
      ) : null}
    </div>
  );
}

type ConflictTheirs = Extract<ListedLink['state'], { kind: 'conflict' }>['theirs'];

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
