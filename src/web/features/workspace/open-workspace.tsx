import { useId, useState, type FormEvent } from 'react';

import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/dialog.tsx';

import type { DataStore } from './data-store.ts';
import { TaskProblem, TaskWait } from './task-status.tsx';

type OpenWorkspaceProps = {
  readonly store: DataStore;
  readonly links: number;
  readonly unsaved: number;
};

export function OpenWorkspace({ store, links, unsaved }: OpenWorkspaceProps) {
  const { problem, running } = useStore(store);
  const [code, setCode] = useState('');
  const problemId = useId();

  function submit(event: FormEvent): void {
    event.preventDefault();
    void store.openWorkspace(code);
  }

  return (
    <section className="data-part" aria-labelledby="open-workspace-title">
      <h3 id="open-workspace-title">Open another workspace</h3>
      <p>Shows the links of a recovery code in this browser, in place of the present ones.</p>
      {links + unsaved === 0 ? null : <p className="data-warning">{lossMessage(links, unsaved)}</p>}
      <form className="data-form" noValidate onSubmit={submit}>
        <TaskProblem store={store} task="open" id={problemId} />
        <TextField
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          errorId={problem?.task === 'open' ? problemId : undefined}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <TaskWait store={store} task="open" />
        <Button type="submit" off={running !== null}>
          {running === 'open' ? 'Opening…' : 'Open workspace'}
        </Button>
      </form>
    </section>
  );
}

/** Unsaved changes go to the workspace that is open when the network is back. */
function lossMessage(links: number, unsaved: number): string {
  const saved =
    'Show and keep the recovery code above first: without it you lose the links that you have now.';
  const kept = 'Changes that are not saved yet go into the workspace that you open.';
  if (links === 0) return kept;
  return unsaved === 0 ? saved : `${saved} ${kept}`;
}
