import { useState } from 'react';

import { nameOfLink } from '#core/links/description.ts';
import { linkFieldNames, type Link, type LinkFields } from '#core/links/link.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { Failing } from '#web/links-client/outbox/entries.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t, tCount, translated } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

import type { ListedLink } from '#web/links-client/list/link-list.ts';

import type { FilterProps } from './list-filter.ts';

/** What the user can do about changes that wait although the network works. */
export function UnsentHelp({ controller, filter, onFilter }: FilterProps) {
  const { undecided, failing } = useStore(controller.unsent);
  return (
    <>
      {failing === null ? null : (
        <>
          <p role="status">{failingMessage(failing)}</p>
          <Button look="plain" onClick={() => discard(controller, failing.entry.link.id)}>
            {t('Discard this change')}
          </Button>
        </>
      )}
      {undecided.length === 0 ? null : (
        <Button look="plain" onClick={() => onFilter(filter === 'undecided' ? null : 'undecided')}>
          {filter === 'undecided'
            ? t('Back to the list')
            : tCount(undecided.length, 'Show just this one', 'Show just these')}
        </Button>
      )}
    </>
  );
}

/** Returns the message why changes wait although the server can be reached. */
export function failingMessage({ entry: { kind, link }, message }: Failing): string {
  return `${failingText(kind === 'delete', nameOfLink(link))} ${translated(message)}`;
}

function failingText(isDeletion: boolean, name: string): string {
  if (name === '')
    return t(
      isDeletion
        ? 'A link couldn’t be deleted. It will be tried again; later changes wait for it.'
        : 'Your change couldn’t be saved. It will be tried again; later changes wait for it.',
    );
  return t(
    isDeletion
      ? '“{name}” couldn’t be deleted. It will be tried again; later changes wait for it.'
      : 'Your change to “{name}” couldn’t be saved. It will be tried again; later changes wait for it.',
    { name },
  );
}

function discard(controller: Pick<LinksController, 'saving'>, id: string): void {
  void controller.saving.discard(id);
  announce(t('Change discarded'));
}

type UnsentQuestionProps = {
  readonly controller: LinksController;
  readonly link: ListedLink;
};

/** Says in a row why the server did not accept the change of a link, and what the user can do. */
export function UnsentQuestion({ controller, link }: UnsentQuestionProps) {
  const [isOpen, setOpen] = useState(false);
  const { unsent } = link;
  if (unsent?.kind === 'refused')
    return (
      <div className="unsaved-note unsaved-asks">
        <p>{t('Not saved: {message}', { message: translated(unsent.message) })}</p>
        <Button look="plain" tabIndex={-1} onClick={() => void controller.saving.sendAgain(link.id)}>
          {t('Try again')}
        </Button>
        <Button look="plain" tabIndex={-1} onClick={() => discard(controller, link.id)}>
          {t('Discard')}
        </Button>
      </div>
    );
  if (unsent?.kind !== 'conflict') return null;
  const { theirs, deleted } = unsent;
  return (
    <div className="unsaved-note unsaved-asks">
      <p>{conflictNote(theirs, deleted !== null)}</p>
      <Button look="plain" tabIndex={-1} onClick={() => setOpen(true)}>
        {t(theirs === null ? 'Decide' : 'Compare')}
      </Button>
      {isOpen ? (
        <ConflictDialog {...unsent} controller={controller} edited={link} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  );
}

/** Returns what happened elsewhere. A link that no longer exists needs no deletion, so that is no conflict. */
function conflictNote(theirs: Link | null, isDeleted: boolean): string {
  if (isDeleted) return t('Not deleted: changed elsewhere in the meantime');
  return theirs === null
    ? t('Not saved: deleted elsewhere in the meantime')
    : t('Not saved: changed elsewhere in the meantime');
}

type ConflictDialogProps = {
  readonly controller: Pick<LinksController, 'saving'>;
  /** The link as the user wants it. */
  readonly edited: Link;
  /** The link as the user saw and deleted it; null if it was edited. */
  readonly deleted: Link | null;
  /** The link as it was saved elsewhere in the meantime; null if it was deleted there. */
  readonly theirs: Link | null;
  readonly onClose: () => void;
};

/** Shows both versions of a link that was changed elsewhere in the meantime, and lets the user choose. */
export function ConflictDialog({ controller, edited, deleted, theirs, onClose }: ConflictDialogProps) {
  const { keepTheirs, keepMine } = controller.saving;
  const mine = deleted ?? edited;
  const isDeleted = deleted !== null;
  const texts = textsFor(theirs, isDeleted);

  function choose(decide: (id: string) => Promise<void>, said: string): void {
    void decide(mine.id);
    announce(said);
    onClose();
  }

  return (
    <Dialog className="dialog-wide" title={texts.title} onClose={onClose}>
      <p>{texts.question}</p>
      <div className="conflict-versions">
        <Version title={t(isDeleted ? 'As you saw it' : 'Yours')} link={mine} other={theirs ?? mine} />
        {theirs === null ? null : <Version title={t('Saved elsewhere')} link={theirs} other={mine} />}
      </div>
      <div className="dialog-actions">
        <Button onClick={() => choose(keepTheirs, texts.theirs.said)}>{texts.theirs.label}</Button>
        <Button look="primary" onClick={() => choose(keepMine, texts.mine.said)}>
          {texts.mine.label}
        </Button>
      </div>
    </Dialog>
  );
}

function textsFor(theirs: Link | null, isDeleted: boolean) {
  if (isDeleted)
    return {
      title: t('Changed elsewhere'),
      question: t('You deleted this link, but it was changed elsewhere in the meantime. Delete it anyway?'),
      theirs: { label: t('Keep the newer one'), said: t('Link kept') },
      mine: { label: t('Delete it'), said: t('Link deleted') },
    };
  const discarded = t('Change discarded');
  const kept = t('Your version was kept');
  if (theirs === null)
    return {
      title: t('Deleted elsewhere'),
      question: t('This link was deleted elsewhere in the meantime.'),
      theirs: { label: t('Discard'), said: discarded },
      mine: { label: t('Save as new'), said: kept },
    };
  return {
    title: t('Changed elsewhere'),
    question: t('This link was changed elsewhere in the meantime. Which version do you want to keep?'),
    theirs: { label: t('Keep theirs'), said: discarded },
    mine: { label: t('Keep mine'), said: kept },
  };
}

export const fieldLabels = {
  url: 'Affiliate URL',
  description: "What's this link about",
} as const satisfies Record<keyof LinkFields, EnglishText>;

type VersionProps = { readonly title: string; readonly link: Link; readonly other: Link };

/** Marks what differs from the other version. */
function Version({ title, link, other }: VersionProps) {
  return (
    <section className="conflict-version" aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {linkFieldNames.map((name) => (
          <div key={name}>
            <dt>{t(fieldLabels[name])}</dt>
            <dd>{link[name] === other[name] ? link[name] : <mark>{link[name]}</mark>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
