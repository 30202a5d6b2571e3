import { announce } from '#web/ui/announcer.tsx';
import type { ShownVersion } from '#web/woven/shown-version.ts';

import type { AgainRun } from './again-run.ts';
import { additionIn, groupWith } from './edit-groups.ts';
import type { Passage } from './passages.ts';
import { createSelectedEdit } from './selected-edit.ts';
import type { SelectedEdit } from './selected-edit.ts';
import type { WeaveDesk, Work } from './weave-desk.ts';
import { mayStand } from './weave-state.ts';
import type { EditGroup, WeaveAction } from './weave-state.ts';
import { wovenWords } from './weave-words.ts';

/** Everything that the tools of one version share. */
export type WeaveBench = {
  readonly written: ShownVersion;
  readonly desk: WeaveDesk;
  readonly run: AgainRun;
  readonly selected: SelectedEdit;
  work(): Work;
  group(id: string): EditGroup | null;
  /** Does it and says so, or says that it cannot be. */
  act(action: WeaveAction, words: string): boolean;
  /** Where the addition with this id may stand; none where it is no sentence by itself. */
  passagesFor(id: string): readonly Passage[];
  move(id: string, passage: Passage): boolean;
};

export function createWeaveBench(desk: WeaveDesk, run: AgainRun, written: ShownVersion): WeaveBench {
  const work = () => desk.work(written);
  const group = (id: string) => groupWith(work().state.now.edits, id);

  function act(action: WeaveAction, words: string): boolean {
    const isDone = desk.act(written, action);
    announce(
      isDone ? `${words}. ${wovenWords(work().shown.report)}.` : 'That cannot stand there. Nothing changed.',
    );
    return isDone;
  }

  return {
    written,
    desk,
    run,
    selected: createSelectedEdit(),
    work,
    group,
    act,
    passagesFor(id) {
      const own = group(id);
      const addition = own === null ? null : additionIn(own);
      if (addition === null) return [];
      const { state } = work();
      const others = state.now.edits.filter((edit) => edit !== addition);
      return desk
        .passages(written.generation)
        .fitFor(addition)
        .filter(({ offset }) => mayStand(state, others, { start: offset, end: offset }));
    },
    move(id, passage) {
      const own = group(id);
      const addition = own === null ? null : additionIn(own);
      if (own === null || addition === null) return false;
      const moved = desk.passages(written.generation).set(addition, passage);
      return act({ type: 'group-change', group: own, to: [moved] }, 'Moved');
    },
  };
}
