import { onRefresh, onWorkspaceChange } from './events.ts';
import type { LinkDesk } from './features/links/link-desk.ts';
import { deletionsKey } from './features/links/pending-deletions.ts';
import { selectionKey } from './features/links/selection.ts';

/** Lets the links hear what happens to the window, for as long as the page lives. */
export function connectLinkDesk({ selection, deletions, refresh }: LinkDesk): void {
  onRefresh((newLinkId) => {
    if (newLinkId !== null) selection.tick(newLinkId);
    void refresh();
  });
  onWorkspaceChange(() => {
    selection.clear();
    void refresh();
  });
  window.addEventListener('storage', ({ key }) => {
    // A null key: another tab cleared everything.
    if (key === selectionKey || key === null) selection.reload();
    if (key === deletionsKey || key === null) deletions.reload();
    // A link that another tab added is ticked there.
    if (key === selectionKey) void refresh();
  });
  window.addEventListener('pagehide', () => deletions.flush());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // A page that was put aside whole has heard nothing of other tabs meanwhile.
    selection.reload();
    deletions.reload();
    void refresh();
  });
  deletions.reload();
  void refresh();
}
