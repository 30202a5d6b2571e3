import { onRefresh, onWorkspaceChange, type TabChannel } from '#web/lib/events.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { selectionKey } from '#web/links-client/list/selection.ts';
import { ownKeyName, type OwnKeyStore } from '#web/features/own-key/own-key-store.ts';

/** Messages between the tabs of this browser. */
export const linksChanged = 'links';
const workspaceChanged = 'workspace';

/** Several changes in this time cause one reload, in milliseconds. */
const reloadDelay = 100;
/** The shortest time between two refreshes of a page that becomes visible, in milliseconds. */
const visibleRefreshPause = 5000;

/** Connects the links with the events of the window and of other tabs, and loads them. Call it once. */
export function connectLinksController(controller: LinksController, channel: TabChannel): void {
  onRefresh((newLinkId) => {
    if (newLinkId !== null) controller.selection.tick(newLinkId);
    void controller.refresh();
  });
  onWorkspaceChange((change) => {
    void (change === 'deleted' ? controller.forgetAll() : controller.openWorkspace());
    channel.tell(workspaceChanged);
  });
  connectTabs(controller, channel);
  connectNetwork(controller);
  window.addEventListener('pagehide', () => controller.deletions.flush());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // A page from the back/forward cache has missed the events of other tabs.
    controller.selection.reload();
    void controller.reload();
  });
  void controller.start();
  void controller.refresh();
}

function connectTabs(controller: LinksController, channel: TabChannel): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  channel.onMessage((message) => {
    if (message === workspaceChanged) controller.forgetSeen();
    else controller.receive(message);
    clearTimeout(timer);
    timer = setTimeout(() => void controller.reload(), reloadDelay);
  });
  window.addEventListener('storage', ({ key }) => {
    // The key is null when another tab has cleared the storage.
    if (key === selectionKey || key === null) controller.selection.reload();
  });
}

function connectNetwork(controller: LinksController): void {
  let refreshedAt = performance.now();

  window.addEventListener('online', () => {
    controller.wake();
    void controller.refresh();
  });
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - refreshedAt < visibleRefreshPause)
      return;
    refreshedAt = performance.now();
    void controller.saveAll();
    void controller.refresh();
  });
}

/** Connects the own key with other tabs and with the deletion of the workspace. Call it once. */
export function connectOwnKey(ownKey: OwnKeyStore): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === ownKeyName || key === null) ownKey.reread();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) ownKey.reread();
  });
  onWorkspaceChange((change) => {
    if (change === 'deleted') ownKey.forget();
  });
}
