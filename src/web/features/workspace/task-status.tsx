import type { DataTask, DataView } from './data-store.ts';

type TaskProblemProps = { readonly view: DataView; readonly task: DataTask; readonly id?: string };

export function TaskProblem({ view, task, id }: TaskProblemProps) {
  if (view.problem?.task !== task) return null;
  return (
    <p className="red-box" role="alert" id={id}>
      {view.problem.message}
    </p>
  );
}

/** Says that the task waits for its turn. */
export function TaskWait({ view, task }: { readonly view: DataView; readonly task: DataTask }) {
  const isWaiting = view.isWaiting && view.running === task;
  return (
    <p className="data-note" role="status" hidden={!isWaiting}>
      {isWaiting ? 'Waiting until changes that are on their way are saved…' : null}
    </p>
  );
}
