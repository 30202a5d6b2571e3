import type { DataTask, DataView } from './data-store.ts';

/** Says why nothing happens yet. */
export function TaskWait({ view, task }: { readonly view: DataView; readonly task: DataTask }) {
  const isWaiting = view.isWaiting && view.running === task;
  return (
    <p className="data-note" role="status" hidden={!isWaiting}>
      {isWaiting ? 'Waiting until changes that are on their way are saved…' : null}
    </p>
  );
}
