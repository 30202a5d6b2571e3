import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

import { t } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import type { Fold } from '#web/ui/fold.ts';
import { tRich, unseen } from '#web/ui/rich-text.tsx';

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
          {t('Your links')}
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
            {t('Add Link')}
          </Button>
          {tools}
        </>
      )}
      {isAside ? (
        <Button look="plain" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
          {tRich(isFolded ? 'Show<unseen> your links</unseen>' : 'Hide<unseen> your links</unseen>', {
            unseen,
          })}
        </Button>
      ) : null}
    </header>
  );
}
