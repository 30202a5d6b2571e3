import { Button } from '#web/ui/button.tsx';

import type { DataStore, DataView } from './data-store.ts';
import { TaskProblem, TaskWait } from './task-status.tsx';

type SaveCopiesProps = { readonly store: DataStore; readonly view: DataView };

/** Offers to save links again whose workspace was deleted elsewhere, has expired or was lost. */
export function SaveCopies({ store, view }: SaveCopiesProps) {
  return (
    <section className="data-part" aria-labelledby="save-copies-title">
      <h3 id="save-copies-title">Links that this browser has kept</h3>
      <p>
        {view.copies === 1 ? '1 link is' : `${view.copies.toLocaleString('en')} links are`} kept here of a
        workspace that the server does not know any more. If you want to keep them, save them again in a new
        workspace.
      </p>
      <TaskProblem view={view} task="copies" />
      <TaskWait view={view} task="copies" />
      <Button off={view.running !== null} onClick={() => void store.saveCopies()}>
        {view.running === 'copies' ? 'Saving…' : 'Save them again'}
      </Button>
    </section>
  );
}
