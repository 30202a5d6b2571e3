import { ArrowRight, CornerUpLeft, Redo2, Square, Undo2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';

import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { LeftOut } from './left-out.tsx';
import { selectBeside } from './neighbour.ts';
import type { WeaveBench } from './editor-controller.ts';
import { editName } from './editor-messages.ts';

type WeaveBarProps = { readonly bench: WeaveBench };

/** What concerns the whole version: a way to its links, back and forth. */
export function WeaveWays({ bench }: WeaveBarProps) {
  const { state } = useSyncExternalStore(bench.desk.subscribe, bench.work);
  const undo = () => bench.act({ type: 'undo' }, 'Undone');
  const redo = () => bench.act({ type: 'redo' }, 'Done again');
  const hasChanged = state.past.length > 0 || state.future.length > 0;
  return (
    <div className="weave-ways">
      {state.now.edits.length === 0 ? null : (
        <Button look="plain" onClick={() => selectBeside(bench, bench.selected.id(), 1)}>
          <ArrowRight aria-hidden="true" size={16} />
          Next link
        </Button>
      )}
      {hasChanged ? (
        <>
          <Button look="plain" className="weave-undo" off={state.past.length === 0} onClick={undo}>
            <Undo2 aria-hidden="true" size={16} />
            Undo
          </Button>
          <Button look="plain" off={state.future.length === 0} onClick={redo}>
            <Redo2 aria-hidden="true" size={16} />
            Redo
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** What has become of the version, and what is not in it. */
export function WeaveNotes({ bench }: WeaveBarProps) {
  const { isAsWritten } = useSyncExternalStore(bench.desk.subscribe, bench.work);
  return (
    <div className="weave-notes">
      {isAsWritten ? null : (
        <Button look="plain" onClick={() => bench.act({ type: 'start-over' }, 'Back to how it was written')}>
          <CornerUpLeft aria-hidden="true" size={16} />
          Back to how it was written
        </Button>
      )}
      <AgainLine bench={bench} />
      <LeftOut bench={bench} />
    </div>
  );
}

/** One link that is woven again, or why it was not. */
function AgainLine({ bench }: WeaveBarProps) {
  const { run, written } = bench;
  const again = useSyncExternalStore(run.subscribe, run.state);
  if (again.phase === 'rest' || again.written.generation !== written.generation) return null;
  const edit = bench.edit(again.id);
  const name = edit === null ? 'a link' : `“${editName(edit, written.generation)}”`;
  if (again.phase === 'busy')
    return (
      <div className="weave-line">
        <Spinner label="Weaving again" />
        <span>Weaving {name} again. Everything else stays as it is.</span>
        <Button onClick={run.stop}>
          <Square aria-hidden="true" size={14} />
          Stop
        </Button>
      </div>
    );
  return (
    <div className="weave-line weave-failed">
      <span>
        {name} was not woven again: {again.reason}
      </span>
      <Button onClick={() => void run.start(again.written, again.id)}>Try again</Button>
      <Button look="plain" onClick={run.stop}>
        Dismiss
      </Button>
    </div>
  );
}
