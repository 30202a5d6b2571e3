import { useStore } from '#web/lib/use-store.ts';

import type { DataStore, DataTask } from './data-store.ts';

type TaskProps = { readonly store: DataStore; readonly task: DataTask; readonly id?: string };

/** Says why the task failed. */
export function TaskProblem({ store, task, id }: TaskProps) {
  const { problem } = useStore(store);
  if (problem?.task !== task) return null;
  return (
    <p className="red-box" role="alert" id={id}>
      {problem.message}
    </p>
  );
}

/** Says that the task waits for its turn. */
export function TaskWait({ store, task }: TaskProps) {
  const view = useStore(store);
  const isWaiting = view.isWaiting && view.running === task;
  return (
    <p className="data-note" role="status" hidden={!isWaiting}>
      {isWaiting ? 'Waiting until changes that are on their way are saved…' : null}
    </p>
  );
}
