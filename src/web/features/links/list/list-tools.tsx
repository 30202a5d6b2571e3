import { Keyboard } from 'lucide-react';

import { useStore } from '#web/lib/use-store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

import type { LinkListView } from '#web/links-client/list/list-reader.ts';
import { countOf, shownMessage } from './list-messages.ts';
import type { RowActions } from '#web/features/links/rows/row-actions.ts';

type ListToolsProps = { readonly view: LinkListView; readonly actions: RowActions };

const keys = `/ searches
↑ ↓ and Page keys move from link to link
Home and End go to the first and the last
Space ticks, E edits
Delete deletes, with Undo`;

/** Stands above the rows: ticks all of them, shows their number, and explains the keys. */
export function ListTools({ view, actions }: ListToolsProps) {
  const { selection, deletions } = actions.controller;
  const ids = useStore(selection);
  const isAllTicked = ids.length >= view.links.length && view.links.every(({ id }) => selection.has(id));

  function tickShown(): void {
    const deleted = new Set(deletions.get().map(({ id }) => id));
    const shown = view.links.flatMap(({ id }) => (deleted.has(id) ? [] : [id]));
    if (isAllTicked) selection.untick(shown);
    else selection.tickAll(shown);
    announce(`${countOf(shown.length, 'link')} ${isAllTicked ? 'unselected' : 'selected'}`);
  }

  return (
    <div className="list-tools">
      <Button look="plain" onClick={tickShown}>
        {isAllTicked ? 'Unselect shown' : 'Select shown'}
      </Button>
      <span className="shown-count">{shownMessage(view.links.length, view)}</span>
      <Tooltip text={keys}>
        {(describedBy) => (
          <Button
            look="icon"
            className="keyboard-hint"
            data-hint
            aria-label="Keyboard"
            aria-describedby={describedBy}
          >
            <Keyboard aria-hidden="true" size={18} />
          </Button>
        )}
      </Tooltip>
    </div>
  );
}

type ListFailureProps = { readonly failure: string; readonly onRetry: () => void };

export function ListFailure({ failure, onRetry }: ListFailureProps) {
  return (
    <div className="red-box" role="alert">
      <p>{failure}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
