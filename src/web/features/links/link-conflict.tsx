import './unsaved.css';

import type { Link } from '#core/link/link.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

import type { LinkDesk } from './link-desk.ts';

type ConflictDialogProps = {
  readonly desk: LinkDesk;
  readonly mine: Link;
  /** The link as it was saved elsewhere meanwhile; null: it was deleted there. */
  readonly theirs: Link | null;
  readonly onClose: () => void;
};

/** Shows both versions of a link that was changed elsewhere meanwhile, and lets the user choose. */
export function ConflictDialog({ desk, mine, theirs, onClose }: ConflictDialogProps) {
  function choose(decide: (id: string) => Promise<void>, words: string): void {
    void decide(mine.id);
    announce(words);
    onClose();
  }

  return (
    <Dialog
      className="conflict-dialog"
      title={theirs === null ? 'Deleted elsewhere' : 'Changed elsewhere'}
      onClose={onClose}
    >
      <p>
        {theirs === null
          ? 'This link was deleted elsewhere before your change was saved.'
          : 'This link was changed elsewhere before your change was saved. Which version do you want to keep?'}
      </p>
      <div className="conflict-versions">
        <Version title="Yours" link={mine} other={theirs} />
        {theirs === null ? null : <Version title="Saved elsewhere" link={theirs} other={mine} />}
      </div>
      <div className="dialog-actions">
        <Button onClick={() => choose(desk.keepTheirs, 'Your change is discarded')}>
          {theirs === null ? 'Discard' : 'Keep theirs'}
        </Button>
        <Button look="primary" onClick={() => choose(desk.keepMine, 'Your version is kept')}>
          {theirs === null ? 'Save as new' : 'Keep mine'}
        </Button>
      </div>
    </Dialog>
  );
}

type VersionProps = { readonly title: string; readonly link: Link; readonly other: Link | null };

function Version({ title, link, other }: VersionProps) {
  return (
    <section className="conflict-version" aria-label={title}>
      <h3>{title}</h3>
      <dl>
        <Field name="Affiliate URL" text={link.url} differs={other !== null && other.url !== link.url} />
        <Field
          name="What's this link about"
          text={link.description}
          differs={other !== null && other.description !== link.description}
        />
      </dl>
    </section>
  );
}

type FieldProps = { readonly name: string; readonly text: string; readonly differs: boolean };

function Field({ name, text, differs }: FieldProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{differs ? <mark>{text}</mark> : text}</dd>
    </div>
  );
}
