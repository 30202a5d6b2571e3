import { useEffect, useRef, useState } from 'react';

import { useStore } from '#web/lib/use-store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import { countOf, selectionMessage } from '#web/features/links/list/list-messages.ts';
import type { Selection } from '#web/links-client/list/selection.ts';

type SelectionBarProps = {
  readonly selection: Selection;
  readonly isSelectedOnly: boolean;
  readonly onSelectedOnly: (isSelectedOnly: boolean) => void;
};

/** Shows the number of ticked links. Can show just those, and untick them all, with Undo. */
export function SelectionBar({ selection, isSelectedOnly, onSelectedOnly }: SelectionBarProps) {
  const ids = useStore(selection);
  const [cleared, setCleared] = useState<readonly string[]>([]);
  const undo = useRef<HTMLButtonElement>(null);
  if (ids.length > 0 && cleared.length > 0) setCleared([]);

  // "Clear selected" is gone. The focus moves to Undo in its place.
  useEffect(() => {
    if (cleared.length > 0) undo.current?.focus({ preventScroll: true });
  }, [cleared]);

  function clear(): void {
    setCleared(ids);
    selection.clear();
    onSelectedOnly(false);
    announce(`${countOf(ids.length, 'link')} unselected`);
  }

  function takeBack(): void {
    selection.tickAll(cleared);
    announce(`${countOf(cleared.length, 'link')} selected again`);
  }

  return (
    <div className="selection-bar">
      <p className="selection-count">
        {cleared.length > 0 ? `${countOf(cleared.length, 'link')} unselected` : selectionMessage(ids.length)}
      </p>
      {isSelectedOnly || ids.length > 0 ? (
        <Button look="plain" onClick={() => onSelectedOnly(!isSelectedOnly)}>
          <span>
            {isSelectedOnly ? 'Back' : 'Show'}
            <span className="spare-words">{isSelectedOnly ? ' to the list' : ' selected'}</span>
          </span>
        </Button>
      ) : null}
      {ids.length > 0 ? (
        <Button look="plain" onClick={clear}>
          Clear<span className="visually-hidden"> selected</span>
        </Button>
      ) : null}
      {cleared.length > 0 ? (
        <Button look="plain" ref={undo} onClick={takeBack}>
          Undo
        </Button>
      ) : null}
    </div>
  );
}
