import { useEffect, useState } from 'react';

import { onRefresh } from '#web/lib/events.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import type { LinkList } from '#web/links-client/list/link-list.ts';

type AddedNoteProps = {
  readonly list: LinkList;
  /** The current search; empty if all links are shown. */
  readonly search: string;
  readonly onClearSearch: () => void;
};

const message = 'Added. It is not shown by this search.';

/** Tells that a new link is saved, although the search does not show it. */
export function AddedNote({ list, search, onClearSearch }: AddedNoteProps) {
  const [hiddenBy, setHiddenBy] = useState('');

  useEffect(
    () =>
      onRefresh((newLinkId) => {
        const { search: asked, links } = list.get();
        if (newLinkId === null || asked === '' || links.some(({ id }) => id === newLinkId)) return;
        setHiddenBy(asked);
        announce(message);
      }),
    [list],
  );

  if (search === '' || hiddenBy !== search) return null;
  return (
    <p className="list-note">
      {message}
      <Button look="plain" onClick={onClearSearch}>
        Show all links
      </Button>
    </p>
  );
}
