import './unsaved.css';

import type { Link } from '#core/links/link.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

import type { LinksController } from '#web/links-client/list/links-controller.ts';

type ConflictDialogProps = {
  readonly controller: LinksController;
  /** The link as the user wants it. If the user deleted it, the link as the user saw it. */
  readonly mine: Link;
  /** The link as it was saved elsewhere meanwhile; null if it was deleted there. */
  readonly theirs: Link | null;
  /** Whether the user has deleted it here. */
  readonly isDeleted?: boolean;
  readonly onClose: () => void;
};

/** Shows both versions of a link that was changed elsewhere meanwhile, and lets the user choose. */
export function ConflictDialog({
  controller,
  mine,
  theirs,
  isDeleted = false,
  onClose,
}: ConflictDialogProps) {
  const texts = textsFor(theirs, isDeleted);

  function choose(decide: (id: string) => Promise<void>, said: string): void {
    void decide(mine.id);
    announce(said);
    onClose();
  }

  return (
    <Dialog className="conflict-dialog" title={texts.title} onClose={onClose}>
      <p>{texts.question}</p>
      <div className="conflict-versions">
        <Version title={isDeleted ? 'As you saw it' : 'Yours'} link={mine} other={theirs} />
        {theirs === null ? null : <Version title="Saved elsewhere" link={theirs} other={mine} />}
      </div>
      <div className="dialog-actions">
        <Button onClick={() => choose(controller.keepTheirs, texts.theirs.said)}>{texts.theirs.label}</Button>
        <Button look="primary" onClick={() => choose(controller.keepMine, texts.mine.said)}>
          {texts.mine.label}
        </Button>
      </div>
    </Dialog>
  );
}

function textsFor(theirs: Link | null, isDeleted: boolean) {
  if (isDeleted)
    return {
      title: 'Changed elsewhere',
      question:
        'You deleted this link, and it was changed elsewhere before that was saved. Do you want to delete it all the same?',
      theirs: { label: 'Keep the newer one', said: 'The link is kept' },
      mine: { label: 'Delete it', said: 'Link deleted' },
    };
  const discarded = 'Your change is discarded';
  if (theirs === null)
    return {
      title: 'Deleted elsewhere',
      question: 'This link was deleted elsewhere before your change was saved.',
      theirs: { label: 'Discard', said: discarded },
      mine: { label: 'Save as new', said: 'Your version is kept' },
    };
  return {
    title: 'Changed elsewhere',
    question:
      'This link was changed elsewhere before your change was saved. Which version do you want to keep?',
    theirs: { label: 'Keep theirs', said: discarded },
    mine: { label: 'Keep mine', said: 'Your version is kept' },
  };
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
