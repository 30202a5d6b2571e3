import './links.css';

import { Plus } from 'lucide-react';
import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

import type { Link } from '#core/link/link.ts';
import { Button } from '#web/ui/button.tsx';

import { LinkList } from './link-list.tsx';
import { selectionWords } from './selection-words.ts';
import type { LinkDesk } from './link-desk.ts';

type LinkManagerProps = {
  readonly desk: LinkDesk;
  /** Opens the link form: to edit this link, or to add one. */
  readonly onOpenForm: (link: Link | null) => void;
  /** The form will probably be wanted soon. */
  readonly onFormLikely: () => void;
  /** What else can be done with all links: stands beside Add Link. */
  readonly tools: ReactNode;
};

/** The saved links, in selection mode. */
export function LinkManager({ desk, onOpenForm, onFormLikely, tools }: LinkManagerProps) {
  const { list, selection } = desk;
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const ids = useSyncExternalStore(selection.subscribe, selection.ids);
  const view = useSyncExternalStore(list.subscribe, list.view);
  const { links } = view;
  const unseen =
    view.status === 'ready' && view.failure === null
      ? ids.filter((id) => !links.some((link) => link.id === id))
      : [];
  const asked = unseen.join('\n');

  useEffect(() => {
    if (asked === '') return;
    desk.lookUp(asked.split('\n')).then(
      ({ gone }) => selection.untick(gone),
      () => {},
    );
  }, [asked, desk, selection]);

  return (
    <section className="panel links-panel" aria-labelledby={headingId}>
      <header className="panel-header">
        <h2 id={headingId} ref={heading} tabIndex={-1}>
          Your links
        </h2>
        <Button
          className="add-link"
          onClick={() => onOpenForm(null)}
          onPointerEnter={onFormLikely}
          onFocus={onFormLikely}
        >
          <Plus aria-hidden="true" size={16} />
          Add Link
        </Button>
        {tools}
      </header>
      <p className="selection-count">
        {links.length === 0 ? null : selectionWords(ids.length, unseen.length)}
      </p>
      <LinkList
        desk={desk}
        view={view}
        tickedIds={ids}
        onOpenForm={onOpenForm}
        onFormLikely={onFormLikely}
        onFocusLost={() => heading.current?.focus({ preventScroll: true })}
      />
    </section>
  );
}
