import { Undo2 } from 'lucide-react';

import type { Link } from '#core/links/link.ts';
import { Button } from '#web/ui/button.tsx';

import { nameOf } from './row-actions.ts';
import type { RowHost } from './row-actions.ts';

type DeletedRowProps = {
  readonly link: Link;
  readonly host: RowHost;
  readonly tabIndex: -1 | undefined;
};

/** Stands in a deleted link's place for as long as the deletion can be undone. */
export function DeletedRow({ link, host, tabIndex }: DeletedRowProps) {
  const name = nameOf(link);
  return (
    <>
      <span className="deleted-text">
        Deleted{' '}
        <q>
          <bdi>{name}</bdi>
        </q>
      </span>
      <Button
        look="plain"
        tabIndex={tabIndex}
        aria-label={`Undo: keep ${name}`}
        onClick={() => host.keep(link.id)}
      >
        <Undo2 aria-hidden="true" size={16} />
        Undo
      </Button>
      <span className="deleted-time" aria-hidden="true" />
    </>
  );
}
