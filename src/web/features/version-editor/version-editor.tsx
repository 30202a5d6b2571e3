import './version-editor.css';

import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

import type { Edit } from '#core/edits/edit.ts';
import type { ShownVersion } from '#web/version-view/shown-version.ts';
import type { EditTools, Worked } from '#web/version-view/version-parts.ts';

import type { AgainRun } from './weave-again.ts';
import { attachKeepingFocus } from './attach-keeping-focus.ts';
import { attachSelecting } from './editor-listeners.ts';
import { attachUndoing } from './attach-undoing.ts';
import { EditControls } from './edit-controls.tsx';
import { MoveMode } from './move-mode.tsx';
import { createMoveStore } from './move-store.ts';
import type { MoveStore } from './move-store.ts';
import { WeaveNotes, WeaveWays } from './editor-bar.tsx';
import { createWeaveBench } from './editor-controller.ts';
import type { WeaveBench } from './editor-controller.ts';
import type { WeaveDesk } from './edited-versions.ts';

type WeaveWorkProps = {
  readonly desk: WeaveDesk;
  readonly run: AgainRun;
  /** As it was written. */
  readonly shown: ShownVersion;
  readonly children: (worked: Worked) => ReactNode;
};

/** A version with tools at each of its edits. */
export function WeaveWork({ desk, run, shown: written, children }: WeaveWorkProps) {
  const bench = useMemo(() => createWeaveBench(desk, run, written), [desk, run, written]);
  const [mover] = useState(createMoveStore);
  const { shown } = useSyncExternalStore(desk.subscribe, bench.work);
  const root = useRef<HTMLDivElement>(null);
  const tools = useMemo(() => createTools(bench, mover), [bench, mover]);

  useEffect(() => {
    const { current } = root;
    if (current === null) return undefined;
    const ends = [
      attachSelecting(current, bench, mover),
      attachUndoing(current, bench),
      attachKeepingFocus(current, bench),
    ];
    return () => ends.forEach((end) => end());
  }, [bench, mover]);

  return (
    <div className="weave" ref={root}>
      {children({ shown, tools, ways: <WeaveWays bench={bench} />, bar: <WeaveNotes bench={bench} /> })}
      <MoveMode bench={bench} mover={mover} root={root} />
    </div>
  );
}

function createTools(bench: WeaveBench, mover: MoveStore): EditTools {
  const controls = (edit: Edit) => <EditControls edit={edit} bench={bench} mover={mover} />;
  return { controls };
}
