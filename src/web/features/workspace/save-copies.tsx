import { Button } from '#web/ui/button.tsx';

import type { DataDesk, DataView } from './data-store.ts';
import { TaskProblem } from './task-status.tsx';
import { TaskWait } from './task-wait.tsx';

type SaveCopiesProps = { readonly desk: DataDesk; readonly view: DataView };

/** For links whose workspace was deleted elsewhere, has expired, or was lost with the server. */
export function SaveCopies({ desk, view }: SaveCopiesProps) {
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
      <Button off={view.running !== null} onClick={() => void desk.saveCopies()}>
        {view.running === 'copies' ? 'Saving…' : 'Save them again'}
      </Button>
    </section>
  );
}
