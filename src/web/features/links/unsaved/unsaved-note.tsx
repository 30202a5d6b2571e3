import './unsaved.css';

import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';

import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { ListedLink } from '#web/links-client/list/listed-rows.ts';

const UnsavedQuestion = lazyPart(async () => (await import('./unsaved-question.tsx')).UnsavedQuestion);

export type UnsavedNoteProps = {
  readonly controller: LinksController;
  readonly link: ListedLink;
  /** The same as that of the row's other controls. */
  readonly tabIndex: -1 | undefined;
};

/** Stands below the URL of a link that is not saved as the user wants it. Empty for all other links. */
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
