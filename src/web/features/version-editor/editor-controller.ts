import type { Edit } from '#core/edits/edit.ts';
import { announce } from '#web/ui/announcer.tsx';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import type { AgainRun } from './weave-again.ts';
import type { Passage } from './passages.ts';
import { createSelectedEdit } from './selected-edit.ts';
import type { SelectedEdit } from './selected-edit.ts';
import type { WeaveDesk, Work } from './edited-versions.ts';
import { isOpen } from './edit-history.ts';
import type { WeaveAction } from './edit-history.ts';
import { wovenWords } from './editor-messages.ts';

/** Everything that the tools of one version share. */
export type WeaveBench = {
  readonly written: ShownVersion;
  readonly desk: WeaveDesk;
  readonly run: AgainRun;
  readonly selected: SelectedEdit;
  work(): Work;
  edit(id: string): Edit | null;
  /** Does it and says so, or says that it cannot be. */
  act(action: WeaveAction, words: string): boolean;
  /** Where the addition with this id may stand; none where it is no sentence by itself. */
  passagesFor(id: string): readonly Passage[];
  move(id: string, passage: Passage): boolean;
};

export function createWeaveBench(desk: WeaveDesk, run: AgainRun, written: ShownVersion): WeaveBench {
  const work = () => desk.work(written);
  const edit = (id: string) => desk.edit(written, id);
  const passages = () => desk.passages(written.generation);

  /** What may be moved. */
  function addition(id: string): Edit | null {
    const own = edit(id);
    return own !== null && passages().isAddition(own) ? own : null;
  }

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
    edit,
    act,
    passagesFor(id) {
      const own = addition(id);
      if (own === null) return [];
      const { state } = work();
      const others = state.now.edits.filter((other) => other !== own);
      return passages()
        .fitFor(own)
        .filter(({ offset }) => isOpen(state, others, offset));
    },
    move(id, passage) {
      const own = addition(id);
      if (own === null) return false;
      return act({ type: 'edit-change', edit: own, to: [passages().set(own, passage)] }, 'Moved');
    },
  };
}
