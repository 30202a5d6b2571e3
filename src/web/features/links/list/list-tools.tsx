import { Keyboard } from 'lucide-react';
import { useSyncExternalStore } from 'react';

import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

import type { LinkListView } from '#web/links-client/list/link-list-view.ts';
import { countOf, shownWords } from './list-messages.ts';
import type { RowHost } from '#web/features/links/rows/row-actions.ts';

type ListToolsProps = { readonly view: LinkListView; readonly host: RowHost };

const keys = `/ searches
↑ ↓ and Page keys move from link to link
Home and End go to the first and the last
Space ticks, E edits
Delete deletes, with Undo`;

/** Above the rows: all of them ticked at once, how many there are, and the keys. */
export function ListTools({ view, host }: ListToolsProps) {
  const { selection, deletions } = host.desk;
  const ids = useSyncExternalStore(selection.subscribe, selection.ids);
  const isAllTicked = ids.length >= view.links.length && view.links.every(({ id }) => selection.has(id));

  function tickShown(): void {
    const deleted = new Set(deletions.pending().map(({ id }) => id));
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
      <span className="shown-count">{shownWords(view.links.length, view)}</span>
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
