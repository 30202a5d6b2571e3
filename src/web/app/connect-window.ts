import { devicePageName, type Settings } from '#contract/settings.ts';
import { ownKeyName, type OwnKeyStore } from '#web/features/own-key/own-key-store.ts';
import { onRefresh, onWorkspaceChange, type TabChannel } from '#web/lib/events.ts';
import { logFailure } from '#web/lib/log.ts';
import { makeFields, type LinkFields } from '#core/links/link.ts';
import { forgetDrafts, type SafeStorage } from '#web/lib/storage.ts';
import { createTimer } from '#web/lib/tasks.ts';
import { trustedAddress } from '#web/lib/trusted-address.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import { selectionKey } from '#web/links-client/list/selection.ts';

/** Messages between the tabs of this browser. */
export const linksChanged = 'links';
const workspaceChanged = 'workspace';
const dataDeleted = 'deleted';

/** Several changes in this time cause one reload, in milliseconds. */
const reloadDelay = 100;
/** The shortest time between two refreshes of a page that becomes visible, in milliseconds. */
const visibleRefreshPause = 5000;

/** Connects the links with the events of the window and of other tabs, and loads them. Call it once. */
export function connectLinksController(controller: LinksController, channel: TabChannel): void {
  const timer = createTimer();
  onRefresh((newLinkId) => {
    if (newLinkId !== null) controller.selection.tick(newLinkId);
    // Adding a link causes two events: the new link and the closed form. The list is read once for both.
    timer.start(() => void controller.refresh());
  });
  onWorkspaceChange((change) => {
    void controller.followWorkspace(change);
    channel.tell(workspaceChanged);
    if (change !== 'deleted') return;
    forgetDrafts();
    channel.tell(dataDeleted);
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
  const timer = createTimer();
  channel.onMessage((message) => {
    if (message === dataDeleted) forgetDrafts();
    if (message === workspaceChanged) controller.forgetSeen();
    else controller.receive(message);
    timer.start(() => void controller.reload(), reloadDelay);
  });
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    // The key is null when another tab has cleared the storage.
    if (key === null) controller.selection.reload();
    if (key === selectionKey) controller.selection.follow(oldValue, newValue);
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

/** Older browsers lack these APIs, and so do pages without encryption. */
type OfflineApis = Partial<Pick<Navigator, 'locks' | 'serviceWorker'>>;

/**
 * Lets this browser open the page without a network from now on. Does nothing in browsers that lack the APIs and in
 * development, where the page has no build name.
 */
export function enableOfflinePage(page: Document): void {
  const build = page.querySelector('meta[name="build"]')?.getAttribute('content') ?? null;
  const { locks, serviceWorker }: OfflineApis = navigator;
  if (build === null || locks === undefined || serviceWorker === undefined) return;
  // While this page is open, the lock tells the worker that the files of its build are needed.
  locks.request(build, { mode: 'shared' }, () => new Promise(() => {})).catch(logRefusal);
  const begin = () => {
    // The browser reads the manifest only now, because it would delay the first view.
    page.getElementById('manifest')?.setAttribute('rel', 'manifest');
    register(serviceWorker).catch(logRefusal);
  };
  // A page that had to load its texts first may already be complete here.
  if (page.readyState === 'complete') begin();
  else window.addEventListener('load', begin);
}

/**
 * Registers the worker. Also asks the worker for the files of this page, if the page was loading while the worker
 * started.
 */
async function register(workers: ServiceWorkerContainer): Promise<void> {
  await workers.register(trustedAddress('service-worker', './service-worker.js'));
  const { active } = await workers.ready;
  if (workers.controller === null) active?.postMessage('claim', []);
}

function logRefusal(failure: unknown): void {
  logFailure('This browser does not keep the page for offline use.', failure);
}

/** Matches a remembered provider (`own-key-store.ts`) with plain http, which is always on this device. */
const rememberedDevice = /"baseUrl":"http:/u;

/** If this browser remembers a model on this device, opens the page that can call it. */
export function openForDevice(
  { reachesDevice }: Pick<Settings, 'reachesDevice'>,
  storage: SafeStorage,
  location: Pick<Location, 'search' | 'replace'>,
): void {
  // Offline, the cached page may be the one without access to the device. It would then open itself again and again.
  const { search } = location;
  if (reachesDevice || new URLSearchParams(search).has(devicePageName)) return;
  // A link in the address is passed on.
  if (rememberedDevice.test(storage.read(ownKeyName) ?? ''))
    location.replace(`./?${devicePageName}${search.replace('?', '&')}`);
}

/**
 * Returns the link in the address of the page, `?url=…&title=…`, which a bookmark or another program has put there.
 * Phones share some addresses as `text`. Removes the link from the address, so that a reload does not take it again.
 * The user still decides whether to save it.
 */
export function takeBroughtLink(
  { search, pathname }: Pick<Location, 'search' | 'pathname'>,
  history: Pick<History, 'replaceState'>,
): LinkFields | null {
  const brought = new URLSearchParams(search);
  const url = brought.get('url')?.trim() || (/https?:\/\/\S+/iu.exec(brought.get('text') ?? '')?.[0] ?? '');
  if (url === '') return null;
  history.replaceState(null, '', pathname);
  return { ...makeFields(() => ''), url, description: brought.get('title')?.trim() ?? '' };
}
