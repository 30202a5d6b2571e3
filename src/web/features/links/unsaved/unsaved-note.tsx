import './unsaved.css';

import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';

import type { LinkDesk } from '#web/links-client/list/link-desk.ts';
import type { ListedLink } from '#web/links-client/list/link-list-view.ts';

const UnsavedQuestion = lazyPart(async () => (await import('./unsaved-question.tsx')).UnsavedQuestion);

export type UnsavedNoteProps = {
  readonly desk: LinkDesk;
  readonly link: ListedLink;
  /** That of the row's other controls. */
  readonly tabIndex: -1 | undefined;
};

/** Stands in the row of a link that is not saved as the user wants it, below its URL; nothing in any other row. */
export function UnsavedNote(props: UnsavedNoteProps) {
  const { kind } = props.link.state;
  if (kind === 'saved') return null;
  if (kind === 'unsaved') return <p className="unsaved-note">Not saved yet</p>;
  return (
    <Loading label={null}>
      <UnsavedQuestion {...props} />
    </Loading>
  );
}
