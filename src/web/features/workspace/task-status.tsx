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
