import { Check, Copy, Trash2 } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';

import type { Workspace } from '#contract/visitor.ts';
import { logFailure } from '#web/lib/log.ts';
import { t, tCount, translated } from '#web/lib/language.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/dialog.tsx';
import { FailureBox } from '#web/ui/lazy-part.tsx';

import type { DataStore, DataTask, DataView } from './data-store.ts';

export type PartProps = { readonly store: DataStore; readonly view: DataView };

/** Offers to save the links of this browser again, whose workspace the server does not know any more. */
export function SaveCopies({ store, view }: PartProps) {
  const { copies, running } = view;
  return (
    <Part title={t('Links still in this browser')}>
      <p>
        {tCount(
          copies,
          'The server no longer knows your {count} link, but this browser still has it. Save it again to keep it.',
          'The server no longer knows your {count} links, but this browser still has them. Save them again to keep them.',
        )}
      </p>
      <TaskProblem view={view} task="copies" />
      <TaskWait view={view} task="copies" />
      <Button off={running !== null} onClick={() => void store.saveCopies()}>
        {running === 'copies' ? t('Saving…') : t('Save again')}
      </Button>
    </Part>
  );
}

export function RecoveryCode({ store, view, exists }: PartProps & { readonly exists: boolean }) {
  const { code, running } = view;
  const [wasHidden, setHidden] = useState(false);

  function hide(): void {
    setHidden(true);
    store.hideCode();
  }

  return (
    <Part title={t('Recovery code')}>
      <p>
        {t(
          'Opens your links in another browser, or here after its data was cleared. Keep it safe: we can’t recover it.',
        )}
      </p>
      {exists ? null : <p>{t('You get one when you save your first link.')}</p>}
      <TaskProblem view={view} task="code" />
      {exists && code === null ? (
        <Button autoFocus={wasHidden} off={running !== null} onClick={() => void store.showCode()}>
          {t('Show recovery code')}
        </Button>
      ) : null}
      {code === null ? null : <Code code={code} onHide={hide} />}
    </Part>
  );
}

function Code({ code, onHide }: { readonly code: string; readonly onHide: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const output = useRef<HTMLOutputElement>(null);
  // This output replaces the button that had the focus.
  useLayoutEffect(() => output.current?.focus(), []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
      announce(t('Recovery code copied'));
    } catch (failure) {
      logFailure('The recovery code could not be copied.', failure);
    }
  }

  return (
    <>
      <output className="recovery-code" aria-label={t('Recovery code')} tabIndex={-1} ref={output}>
        {code}
      </output>
      <p className="data-warning">
        {t('Keep it like a password: anyone who has it can see, change and delete your links.')}
      </p>
      <div className="data-actions">
        <Button icon={isCopied ? Check : Copy} onClick={() => void copy()}>
          {isCopied ? t('Code copied') : t('Copy code')}
        </Button>
        <Button look="plain" onClick={onHide}>
          {t('Hide')}
        </Button>
      </div>
    </>
  );
}

type OpenWorkspaceProps = PartProps & { readonly links: number; readonly unsaved: number };

export function OpenWorkspace({ store, view, links, unsaved }: OpenWorkspaceProps) {
  const { problem, running } = view;
  const [code, setCode] = useState('');
  const problemId = useId();

  function submit(event: FormEvent): void {
    event.preventDefault();
    void store.openWorkspace(code);
  }

  return (
    <Part title={t('Use a recovery code')}>
      <p>{t('Replaces the links in this browser with those of the code.')}</p>
      {links + unsaved === 0 ? null : <p className="data-warning">{lossMessage(links, unsaved)}</p>}
      <form className="data-form" noValidate onSubmit={submit}>
        <TaskProblem view={view} task="open" id={problemId} />
        <TextField
          label={t('Recovery code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          errorId={problem?.task === 'open' ? problemId : undefined}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <TaskWait view={view} task="open" />
        <Button type="submit" off={running !== null}>
          {running === 'open' ? t('Replacing…') : t('Replace links')}
        </Button>
      </form>
    </Part>
  );
}

/** Returns what happens to saved links and to unsaved changes if another workspace is opened. */
function lossMessage(links: number, unsaved: number): string {
  const saved = t('Keep your present recovery code first. Without it, you lose the links you have now.');
  const kept = t('Unsaved changes go to the links of the code.');
  if (links === 0) return kept;
  return unsaved === 0 ? saved : `${saved} ${kept}`;
}

type DeleteAllProps = PartProps & {
  readonly workspace: Workspace;
  readonly unsaved: number;
  /** The number of links that this browser shows; the server may not know them. */
  readonly copies: number;
};

export function DeleteAll({ workspace, copies, ...props }: DeleteAllProps) {
  // Null until the user is asked for the first time.
  const [isAsking, setAsking] = useState<boolean | null>(null);
  const { exists, links } = workspace;
  const hasSomething = exists || props.unsaved + copies > 0 || props.view.hasWork;
  return (
    <Part title={t('Delete all my data')}>
      <p>
        {t(
          'Deletes your links on the server and everything in this browser: links, last texts and versions, kept results, your disclosure, your links for whole shops and your AI key.',
        )}
      </p>
      {!hasSomething ? <p>{t('There is nothing to delete.')}</p> : null}
      {hasSomething && isAsking !== true ? (
        <Button icon={Trash2} autoFocus={isAsking === false} onClick={() => setAsking(true)}>
          {t('Delete all my data…')}
        </Button>
      ) : null}
      {isAsking ? <Confirmation {...props} links={links} onCancel={() => setAsking(false)} /> : null}
    </Part>
  );
}

type ConfirmationProps = OpenWorkspaceProps & { readonly onCancel: () => void };

/** The word that the user types to confirm the deletion. The word in the language of the page is accepted, too. */
const confirmation = 'delete';

function Confirmation({ store, view, links, unsaved, onCancel }: ConfirmationProps) {
  const { running } = view;
  const [typed, setTyped] = useState('');
  const isConfirmed = [confirmation, t(confirmation)].includes(typed.trim().toLowerCase());

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isConfirmed) void store.removeAll();
  }

  return (
    <form className="data-form" onSubmit={submit}>
      <TaskProblem view={view} task="delete" />
      <p className="data-warning">
        {deletionMessage(links, unsaved)}{' '}
        {t('This can’t be undone, and your recovery code will no longer work.')}
      </p>
      <TextField
        label={t('Type “{word}” to confirm', { word: t(confirmation) })}
        autoComplete="off"
        autoCapitalize="none"
        autoFocus
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <TaskWait view={view} task="delete" />
      <div className="data-actions">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button look="primary" className="button-danger" type="submit" off={!isConfirmed || running !== null}>
          {running === 'delete' ? t('Deleting…') : t('Delete everything')}
        </Button>
      </div>
    </form>
  );
}

function deletionMessage(links: number, unsaved: number): string {
  if (unsaved === 0)
    return tCount(links, '{count} saved link will be deleted.', '{count} saved links will be deleted.');
  return tCount(
    links,
    '{count} saved link and all unsaved changes will be deleted.',
    '{count} saved links and all unsaved changes will be deleted.',
  );
}

export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="data-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

type TaskProps = { readonly view: DataView; readonly task: DataTask; readonly id?: string };

function TaskProblem({ view: { problem }, task, ...box }: TaskProps) {
  return <FailureBox message={problem?.task === task ? translated(problem.message) : null} {...box} />;
}

function TaskWait({ view, task }: TaskProps) {
  const isWaiting = view.isWaiting && view.running === task;
  return (
    <p role="status" hidden={!isWaiting}>
      {isWaiting ? t('Saving your last changes first…') : null}
    </p>
  );
}
