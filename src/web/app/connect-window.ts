import { onRefresh, onWorkspaceChange } from '#web/lib/events.ts';
import type { LinkDesk } from '#web/links-client/list/link-desk.ts';
import { selectionKey } from '#web/links-client/list/selection.ts';
import type { TabChannel } from '#web/lib/tab-channel.ts';

/** What tabs tell each other. */
export const linksChanged = 'links';
const workspaceChanged = 'workspace';

/** Many changes in a row are one piece of news, in milliseconds. */
const newsPause = 100;
/** A page that is looked at again reads the news, but not at each glance, in milliseconds. */
const glancePause = 5000;

/** Lets the links hear what happens to the window, for as long as the page lives. */
export function connectLinkDesk(desk: LinkDesk, channel: TabChannel): void {
  onRefresh((newLinkId) => {
    if (newLinkId !== null) desk.selection.tick(newLinkId);
    void desk.refresh();
  });
  onWorkspaceChange((change) => {
    void (change === 'deleted' ? desk.forgetAll() : desk.openWorkspace());
    channel.tell(workspaceChanged);
  });
  connectTabs(desk, channel);
  connectNetwork(desk);
  window.addEventListener('pagehide', () => desk.deletions.flush());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // A page that was put aside whole has heard nothing of other tabs meanwhile.
    desk.selection.reload();
    void desk.reload();
  });
  void desk.start();
  void desk.refresh();
}

function connectTabs(desk: LinkDesk, channel: TabChannel): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  channel.onMessage((message) => {
    if (message === workspaceChanged) desk.forgetSeen();
    else desk.hear(message);
    clearTimeout(timer);
    timer = setTimeout(() => void desk.reload(), newsPause);
  });
  window.addEventListener('storage', ({ key }) => {
    // A null key: another tab cleared everything.
    if (key === selectionKey || key === null) desk.selection.reload();
  });
}

function connectNetwork(desk: LinkDesk): void {
  let glancedAt = performance.now();

  window.addEventListener('online', () => {
    desk.wake();
    void desk.refresh();
  });
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - glancedAt < glancePause) return;
    glancedAt = performance.now();
    void desk.saveAll();
    void desk.refresh();
  });
}
