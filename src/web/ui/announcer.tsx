import { createStore } from '#web/lib/store.ts';
import { useStore } from '#web/lib/use-store.ts';

type Announcement = { readonly count: number; readonly text: string };

const latest = createStore<Announcement>({ count: 0, text: '' });

/** Tells screen readers something without moving the focus. */
export function announce(text: string): void {
  // A dialog that is closing still hides the region from assistive technology.
  setTimeout(() => latest.set({ count: latest.get().count + 1, text }), 100);
}

/** The only live region of the page. */
export function Announcer() {
  const { count, text } = useStore(latest);
  return (
    <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
      {/* A new node for each announcement, so that the same text is spoken again. */}
      <span key={count}>{text}</span>
    </div>
  );
}
