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
    <Part title={t('Links that this browser has kept')}>
      <p>
        {tCount(
          copies,
          '{count} link is kept here of a workspace that the server does not know any more. If you want to keep them, save them again in a new workspace.',
          '{count} links are kept here of a workspace that the server does not know any more. If you want to keep them, save them again in a new workspace.',
        )}
      </p>
      <TaskProblem view={view} task="copies" />
      <TaskWait view={view} task="copies" />
      <Button off={running !== null} onClick={() => void store.saveCopies()}>
        {running === 'copies' ? t('Saving…') : t('Save them again')}
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
          'It opens your links in another browser, or here again after this browser’s data was cleared. There is no other way back: nobody can look it up for you.',
        )}
      </p>
      {exists ? null : <p>{t('There is one as soon as you have saved a link.')}</p>}
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
        {t('Keep it like a password: whoever has it can see, change and delete your links.')}
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
    <Part title={t('Open another workspace')}>
      <p>{t('Shows the links of a recovery code in this browser, in place of the present ones.')}</p>
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
          {running === 'open' ? t('Opening…') : t('Open workspace')}
        </Button>
      </form>
    </Part>
  );
}

/** Returns what happens to saved links and to unsaved changes if another workspace is opened. */
function lossMessage(links: number, unsaved: number): string {
  const saved = t(
    'Show and keep the recovery code above first: without it you lose the links that you have now.',
  );
  const kept = t('Changes that are not saved yet go into the workspace that you open.');
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
          'Deletes your links on the server, and what this browser keeps: its copy of them, your last texts with their versions, all kept results, the disclosure that you wrote, and your own AI key.',
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
        {t('This cannot be undone, and the recovery code opens nothing afterwards.')}
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
  if (unsaved === 0) return tCount(links, '{count} saved link goes.', '{count} saved links go.');
  return tCount(
    links,
    '{count} saved link goes, and so does what is not saved yet.',
    '{count} saved links go, and so does what is not saved yet.',
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
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
      {isWaiting ? t('Waiting until changes that are on their way are saved…') : null}
    </p>
  );
}
