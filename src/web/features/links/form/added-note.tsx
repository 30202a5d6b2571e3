import { useEffect, useState } from 'react';

import { onRefresh } from '#web/lib/events.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import type { LinkList } from '#web/links-client/list/link-list-view.ts';

type AddedNoteProps = {
  readonly list: LinkList;
  /** The search that is on; empty where all links are shown. */
  readonly search: string;
  readonly onClearSearch: () => void;
};

const words = 'Added. It is not shown by this search.';

/** Says where a new link went that the search does not show. */
export function AddedNote({ list, search, onClearSearch }: AddedNoteProps) {
  const [hiddenBy, setHiddenBy] = useState('');

  useEffect(
    () =>
      onRefresh((newLinkId) => {
        const { search: asked, links } = list.view();
        if (newLinkId === null || asked === '' || links.some(({ id }) => id === newLinkId)) return;
        setHiddenBy(asked);
        announce(words);
      }),
    [list],
  );

  if (search === '' || hiddenBy !== search) return null;
  return (
    <p className="list-note">
      {words}
      <Button look="plain" onClick={onClearSearch}>
        Show all links
      </Button>
    </p>
  );
}
