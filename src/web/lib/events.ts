// The window events of the page. They are public: scripts and extensions may send them or listen to them.
const resetApp = 'resetApp';
const refreshLinks = 'refreshLinks';
const changeWorkspace = 'changeWorkspace';

export type WorkspaceChange = 'opened' | 'deleted';

export function broadcastReset(): void {
  window.dispatchEvent(new CustomEvent(resetApp));
}

/** Asks the link list to read the links again. After a link was added, `linkId` is its id. */
export function broadcastRefresh(linkId?: string): void {
  const detail = linkId === undefined ? {} : { linkId };
  window.dispatchEvent(new CustomEvent(refreshLinks, { detail }));
}

/** Tells listeners that this browser has another workspace now, so all known links are outdated. */
export function broadcastWorkspaceChange(change: WorkspaceChange): void {
  window.dispatchEvent(new CustomEvent(changeWorkspace, { detail: change }));
}

/** Each of these functions returns a function that unsubscribes. */
export function onReset(listener: () => void): () => void {
  return listen(resetApp, listener);
}

export function onWorkspaceChange(listener: (change: WorkspaceChange) => void): () => void {
  return listen(changeWorkspace, (detail) => listener(detail === 'deleted' ? 'deleted' : 'opened'));
}

/** Calls the listener with the id of a new link, or with null if none was added. */
export function onRefresh(listener: (linkId: string | null) => void): () => void {
  return listen(refreshLinks, (detail) => {
    const hasId = typeof detail === 'object' && detail !== null && 'linkId' in detail;
    listener(hasId && typeof detail.linkId === 'string' ? detail.linkId : null);
  });
}

function listen(name: string, listener: (detail: unknown) => void): () => void {
  const handle = (event: Event) => listener(event instanceof CustomEvent ? event.detail : null);
  window.addEventListener(name, handle);
  return () => window.removeEventListener(name, handle);
}

/** A channel for messages to the other tabs of this site. */
export type TabChannel = {
  tell(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
};

export function createTabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
    tell: (message) => channel.postMessage(message),
    onMessage: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
  };
}
