import { useSyncExternalStore } from 'react';

type Announcement = { readonly count: number; readonly text: string };

const listeners = new Set<() => void>();
let latest: Announcement = { count: 0, text: '' };

/** Says something to screen readers without moving the focus. */
export function announce(text: string): void {
  // A dialog that is closing still hides the region from assistive technology.
  setTimeout(() => {
    latest = { count: latest.count + 1, text };
    for (const listener of listeners) listener();
  }, 100);
}

/** The page's one live region. */
export function Announcer() {
  const { count, text } = useSyncExternalStore(subscribe, () => latest);
  return (
    <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
      {/* A new node for each announcement, so that the same words are spoken again. */}
      <span key={count}>{text}</span>
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
