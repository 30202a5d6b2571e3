import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import type { Fold } from '#web/ui/fold.ts';

import type { LinkListView } from '#web/links-client/list/list-reader.ts';

import { selectionMessage, ShownCount } from './link-list.tsx';
import type { RowActions } from './link-rows.tsx';

type LinksHeaderProps = {
  readonly headingId: string;
  readonly view: LinkListView;
  readonly fold: Fold;
  readonly actions: RowActions;
  /** Other actions for all links, drawn beside Add Link. */
  readonly tools: ReactNode;
};

/** The heading of the links. Beside a result it folds and unfolds them. */
export function LinksHeader({ headingId, view, fold, actions, tools }: LinksHeaderProps) {
  const { isAside, isFolded, setFolded } = fold;
  const { length } = useStore(actions.controller.selection);
  return (
    <header className="panel-header">
      <div>
        <h2 id={headingId} tabIndex={-1}>
          Your links
        </h2>
        {isFolded ? null : <ShownCount view={view} />}
      </div>
      {isFolded ? (
        <p className="word-count">{selectionMessage(length)}</p>
      ) : (
        <>
          <Button
            icon={Plus}
            className="add-link"
            data-after-dialog
            onClick={actions.add}
            onLikely={actions.onFormLikely}
          >
            Add Link
          </Button>
          {tools}
        </>
      )}
      {isAside ? (
        <Button look="plain" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
          {isFolded ? 'Show' : 'Hide'}
          <span className="visually-hidden"> your links</span>
        </Button>
      ) : null}
    </header>
  );
}
