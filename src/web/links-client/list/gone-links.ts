import { linkBatchLimit } from '#contract/links.ts';

import type { LinkDesk } from './links-controller.ts';
import type { Schedule } from './schedule.ts';

type Sources = Pick<LinkDesk, 'list' | 'selection' | 'lookUp'> & {
  readonly schedule: Schedule;
};

/** A check reads all ticks and all rows; it waits until nothing has changed for so many milliseconds. */
const pause = 200;

/** Takes the tick from ids whose link is gone, until the answer is called. A server out of reach says nothing of anybody. */
export function dropGoneLinks({ list, selection, lookUp, schedule }: Sources): () => void {
  const known = new Set<string>();
  let isAsking = false;
  let callOff = later();

  function later(): () => void {
    return schedule(() => void check(), pause);
  }

  function restart(): void {
    callOff();
    callOff = later();
  }

  async function check(): Promise<void> {
    const { status, failure, links } = list.view();
    if (isAsking || status !== 'ready' || failure !== null) return;
    const listed = new Set(links.map(({ id }) => id));
    const unseen = selection.ids().filter((id) => !listed.has(id) && !known.has(id));
    if (unseen.length === 0) return;
    isAsking = true;
    try {
      const { found, gone } = await lookUp(unseen.slice(0, linkBatchLimit));
      for (const { id } of found) known.add(id);
      selection.untick(gone);
      if (unseen.length > found.length + gone.length && found.length + gone.length > 0) restart();
    } catch {
      // The next change of the list asks again.
    }
    isAsking = false;
  }

  const follow = [list.subscribe(restart), selection.subscribe(restart)];
  return () => {
    callOff();
    for (const stop of follow) stop();
  };
}
