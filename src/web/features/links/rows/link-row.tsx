import { Pencil, Trash2 } from 'lucide-react';

import { Button } from '#web/ui/button.tsx';

import type { ListedLink } from '#web/links-client/list/link-list-view.ts';
import { nameOf } from './row-actions.ts';
import type { RowHost } from './row-actions.ts';
import { UnsavedNote } from '#web/features/links/unsaved/unsaved-note.tsx';

type LinkRowProps = {
  readonly link: ListedLink;
  readonly host: RowHost;
  readonly isTicked: boolean;
  readonly tabIndex: -1 | undefined;
};

export function LinkRow({ link, host, isTicked, tabIndex }: LinkRowProps) {
  const { selection } = host.desk;
  const name = nameOf(link);
  return (
    <>
      <label className="link-choice">
        <input
          type="checkbox"
          tabIndex={tabIndex}
          checked={isTicked}
          onChange={({ target }) => (target.checked ? selection.tick(link.id) : selection.untick([link.id]))}
        />
        <span className="link-description">
          <bdi>{name}</bdi>
        </span>
        <span className="link-url" title={link.url}>
          {link.url}
        </span>
      </label>
      <span className="link-actions">
        <Button
          look="icon"
          tabIndex={tabIndex}
          aria-label={`Edit ${name}`}
          onClick={() => host.edit(link)}
          onPointerEnter={host.onEditLikely}
          onFocus={host.onEditLikely}
        >
          <Pencil aria-hidden="true" size={16} />
        </Button>
        <Button
          look="icon"
          tabIndex={tabIndex}
          aria-label={`Delete ${name}`}
          onClick={() => host.remove(link.id)}
        >
          <Trash2 aria-hidden="true" size={16} />
        </Button>
      </span>
      <UnsavedNote desk={host.desk} link={link} tabIndex={tabIndex} />
    </>
  );
}
