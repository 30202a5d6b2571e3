import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';

import type { DataStore } from './data-store.ts';
import { TaskProblem, TaskWait } from './task-status.tsx';

/** Offers to save links again whose workspace was deleted elsewhere, has expired or was lost. */
export function SaveCopies({ store }: { readonly store: DataStore }) {
  const { copies, running } = useStore(store);
  return (
    <section className="data-part" aria-labelledby="save-copies-title">
      <h3 id="save-copies-title">Links that this browser has kept</h3>
      <p>
        {copies === 1 ? '1 link is' : `${copies.toLocaleString('en')} links are`} kept here of a workspace
        that the server does not know any more. If you want to keep them, save them again in a new workspace.
      </p>
      <TaskProblem store={store} task="copies" />
      <TaskWait store={store} task="copies" />
      <Button off={running !== null} onClick={() => void store.saveCopies()}>
        {running === 'copies' ? 'Saving…' : 'Save them again'}
      </Button>
    </section>
  );
}
