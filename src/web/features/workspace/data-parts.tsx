import { Check, Copy, Trash2 } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';

import type { Workspace } from '#contract/visitor.ts';
import { logFailure } from '#web/lib/log.ts';
import { hasKeptWork } from '#web/lib/kept-work.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/dialog.tsx';

import type { DataStore, DataTask, DataView } from './data-store.ts';

export type PartProps = { readonly store: DataStore; readonly view: DataView };

/** Offers to save links again whose workspace was deleted elsewhere, has expired or was lost. */
export function SaveCopies({ store, view }: PartProps) {
  const { copies, running } = view;
  return (
    <Part title="Links that this browser has kept">
      <p>
        {copies === 1 ? '1 link is' : `${copies.toLocaleString('en')} links are`} kept here of a workspace
        that the server does not know any more. If you want to keep them, save them again in a new workspace.
      </p>
      <TaskProblem view={view} task="copies" />
      <TaskWait view={view} task="copies" />
      <Button off={running !== null} onClick={() => void store.saveCopies()}>
        {running === 'copies' ? 'Saving…' : 'Save them again'}
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
    <Part title="Recovery code">
      <p>
        It opens your links in another browser, or here again after this browser’s data was cleared. There is
        no other way back: nobody can look it up for you.
      </p>
      {exists ? null : <p className="data-note">There is one as soon as you have saved a link.</p>}
      <TaskProblem view={view} task="code" />
      {exists && code === null ? (
        <Button autoFocus={wasHidden} off={running !== null} onClick={() => void store.showCode()}>
          Show recovery code
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
      announce('Recovery code copied');
    } catch (failure) {
      logFailure('The recovery code could not be copied.', failure);
    }
  }

  return (
    <>
      <output className="recovery-code" aria-label="Recovery code" tabIndex={-1} ref={output}>
        {code}
      </output>
      <p className="data-warning">
        Keep it like a password: whoever has it can see, change and delete your links.
      </p>
      <div className="data-actions">
        <Button onClick={() => void copy()}>
          {isCopied ? <Check aria-hidden="true" size={16} /> : <Copy aria-hidden="true" size={16} />}
          {isCopied ? 'Code copied' : 'Copy code'}
        </Button>
        <Button look="plain" onClick={onHide}>
          Hide
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
    <Part title="Open another workspace">
      <p>Shows the links of a recovery code in this browser, in place of the present ones.</p>
      {links + unsaved === 0 ? null : <p className="data-warning">{lossMessage(links, unsaved)}</p>}
      <form className="data-form" noValidate onSubmit={submit}>
        <TaskProblem view={view} task="open" id={problemId} />
        <TextField
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          errorId={problem?.task === 'open' ? problemId : undefined}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <TaskWait view={view} task="open" />
        <Button type="submit" off={running !== null}>
          {running === 'open' ? 'Opening…' : 'Open workspace'}
        </Button>
      </form>
    </Part>
  );
}

/** Returns what happens to saved links and to unsaved changes if another workspace is opened. */
function lossMessage(links: number, unsaved: number): string {
  const saved =
    'Show and keep the recovery code above first: without it you lose the links that you have now.';
  const kept = 'Changes that are not saved yet go into the workspace that you open.';
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
  // Null before the first question.
  const [isAsking, setAsking] = useState<boolean | null>(null);
  const { exists, links } = workspace;
  const hasSomething = exists || props.unsaved + copies > 0 || hasKeptWork();
  return (
    <Part title="Delete all my data">
      <p>
        Deletes your links on the server, and what this browser keeps: its copy of them, your last text with
        its versions, all kept results, the disclosure that you wrote, and your own AI key.
      </p>
      {!hasSomething ? <p className="data-note">There is nothing to delete.</p> : null}
      {hasSomething && isAsking !== true ? (
        <Button autoFocus={isAsking === false} onClick={() => setAsking(true)}>
          <Trash2 aria-hidden="true" size={16} />
          Delete all my data…
        </Button>
      ) : null}
      {isAsking ? <Confirmation {...props} links={links} onCancel={() => setAsking(false)} /> : null}
    </Part>
  );
}

type ConfirmationProps = OpenWorkspaceProps & { readonly onCancel: () => void };

const confirmation = 'delete';

function Confirmation({ store, view, links, unsaved, onCancel }: ConfirmationProps) {
  const { running } = view;
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim().toLowerCase() === confirmation;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isConfirmed) void store.removeAll();
  }

  return (
    <form className="data-form" onSubmit={submit}>
      <TaskProblem view={view} task="delete" />
      <p className="data-warning">
        {links === 1 ? '1 saved link goes' : `${links.toLocaleString('en')} saved links go`}
        {unsaved === 0 ? '' : ', and so does what is not saved yet'}. This cannot be undone, and the recovery
        code opens nothing afterwards.
      </p>
      <TextField
        label={`Type “${confirmation}” to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        autoFocus
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <TaskWait view={view} task="delete" />
      <div className="data-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" className="button-danger" type="submit" off={!isConfirmed || running !== null}>
          {running === 'delete' ? 'Deleting…' : 'Delete everything'}
        </Button>
      </div>
    </form>
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

function TaskProblem({ view: { problem }, task, id }: TaskProps) {
  if (problem?.task !== task) return null;
  return (
    <p className="red-box" role="alert" id={id}>
      {problem.message}
    </p>
  );
}

/** Says that the task waits for its turn. */
function TaskWait({ view, task }: TaskProps) {
  const isWaiting = view.isWaiting && view.running === task;
  return (
    <p className="data-note" role="status" hidden={!isWaiting}>
      {isWaiting ? 'Waiting until changes that are on their way are saved…' : null}
    </p>
  );
}
