import { useSyncExternalStore } from 'react';

import type { Edit } from '#core/edits/edit.ts';

import { EditToolbar } from './edit-toolbar.tsx';
import type { MoveStore } from './move-store.ts';
import type { WeaveBench } from './editor-controller.ts';

type EditControlsProps = { readonly edit: Edit; readonly bench: WeaveBench; readonly mover: MoveStore };

/** Stands right behind an edit, so that its tools follow it in the order of the keyboard. */
export function EditControls({ edit, bench, mover }: EditControlsProps) {
  const { selected } = bench;
  const isSelected = useSyncExternalStore(selected.subscribe, () => selected.id() === edit.id);
  const isOnItsWay = useSyncExternalStore(mover.subscribe, () => mover.move()?.id === edit.id);
  const isBusy = useSyncExternalStore(bench.run.subscribe, () => {
    const state = bench.run.state();
    return state.phase === 'busy' && state.written === bench.written && state.id === edit.id;
  });
  const look = `${isSelected || isOnItsWay ? 'weave-selected' : ''} ${isBusy ? 'weave-busy' : ''}`.trim();
  return (
    <span className={look === '' ? undefined : look}>
      {isSelected ? <EditToolbar edit={edit} bench={bench} mover={mover} isBusy={isBusy} /> : null}
    </span>
  );
}
