import { Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import type { Workspace } from '#contract/workspace.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/dialog.tsx';

import type { DataStore } from './data-store.ts';
import { TaskProblem, TaskWait } from './task-status.tsx';

const confirmation = 'delete';

type DeleteAllProps = {
  readonly store: DataStore;
  readonly workspace: Workspace;
  readonly unsaved: number;
  /** The number of links that this browser shows; the server may not know them. */
  readonly copies: number;
};

export function DeleteAll({ store, workspace, unsaved, copies }: DeleteAllProps) {
  // Null: not asked yet.
  const [isAsking, setAsking] = useState<boolean | null>(null);
  const { exists, links } = workspace;
  const hasSomething = exists || unsaved + copies > 0;
  return (
    <section className="data-part" aria-labelledby="delete-all-title">
      <h3 id="delete-all-title">Delete all my data</h3>
      <p>
        Deletes your links on the server, and what this browser keeps: its copy of them, and your own AI key.
      </p>
      {!hasSomething ? <p className="data-note">There is nothing to delete.</p> : null}
      {hasSomething && isAsking !== true ? (
        <Button autoFocus={isAsking === false} onClick={() => setAsking(true)}>
          <Trash2 aria-hidden="true" size={16} />
          Delete all my data…
        </Button>
      ) : null}
      {isAsking ? (
        <Confirmation store={store} links={links} unsaved={unsaved} onCancel={() => setAsking(false)} />
      ) : null}
    </section>
  );
}

type ConfirmationProps = Pick<DeleteAllProps, 'store' | 'unsaved'> & {
  readonly links: number;
  readonly onCancel: () => void;
};

function Confirmation({ store, links, unsaved, onCancel }: ConfirmationProps) {
  const { running } = useStore(store);
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim().toLowerCase() === confirmation;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isConfirmed) void store.removeAll();
  }

  return (
    <form className="data-form" onSubmit={submit}>
      <TaskProblem store={store} task="delete" />
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
      <TaskWait store={store} task="delete" />
      <div className="data-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" className="button-danger" type="submit" off={!isConfirmed || running !== null}>
          {running === 'delete' ? 'Deleting…' : 'Delete everything'}
        </Button>
      </div>
    </form>
  );
}
