import { Undo2 } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';

import type { Link } from '#core/link/link.ts';
import { Button } from '#web/ui/button.tsx';

type DeletedRowProps = {
  readonly link: Link;
  /** Whether the link was deleted just now, in this tab: then Undo takes the focus that Delete had. */
  readonly takesFocus: boolean;
  readonly onUndo: () => void;
  /** The row goes while it holds the focus. */
  readonly onFocusLost: () => void;
};

/** Stands in a deleted link's place for as long as the deletion can be undone. */
export function DeletedRow({ link, takesFocus, onUndo, onFocusLost }: DeletedRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const loseFocus = useRef(onFocusLost);
  const name = link.description.trim() === '' ? link.url : link.description;

  useEffect(() => {
    loseFocus.current = onFocusLost;
  }, [onFocusLost]);

  useLayoutEffect(() => {
    const element = row.current;
    if (takesFocus) element?.querySelector('button')?.focus({ preventScroll: true });
    return () => {
      if (element?.contains(document.activeElement)) loseFocus.current();
    };
  }, [takesFocus]);

  return (
    <li className="link-row link-row-deleted" ref={row}>
      <span className="deleted-text">
        Deleted <q>{name}</q>
      </span>
      <Button look="plain" aria-label={`Undo: keep ${name}`} onClick={onUndo}>
        <Undo2 aria-hidden="true" size={16} />
        Undo
      </Button>
      <span className="deleted-time" aria-hidden="true" />
    </li>
  );
}
