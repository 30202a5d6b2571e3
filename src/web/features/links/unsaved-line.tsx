import { useEffect, useState, useSyncExternalStore } from 'react';

import type { LinkDesk } from './link-desk.ts';
import { countUnsavedWords } from './list-words.ts';
import { schedule } from './schedule.ts';

/** A change that is sent within this time is not worth a line, in milliseconds. */
const patience = 1500;

/** Above the list: how many changes wait for the network. */
export function UnsavedLine({ desk }: { readonly desk: LinkDesk }) {
  const count = useSyncExternalStore(desk.unsaved.subscribe, desk.unsaved.count);
  const asking = useSyncExternalStore(desk.unsaved.subscribe, desk.unsaved.asking);
  const [isLate, setLate] = useState(false);
  const isWaiting = count > 0;
  if (!isWaiting && isLate) setLate(false);

  useEffect(() => (isWaiting ? schedule(() => setLate(true), patience) : undefined), [isWaiting]);

  return (
    <p className="unsaved-line" role="status">
      {isWaiting && isLate ? countUnsavedWords(count - asking, asking) : null}
    </p>
  );
}
