/** The page's window events. They are public: scripts and extensions may send or hear them. */
const resetApp = 'resetApp';
const refreshLinks = 'refreshLinks';
const changeWorkspace = 'changeWorkspace';

/** Whether another workspace was opened, or this one deleted with all that is in it. */
export type WorkspaceChange = 'opened' | 'deleted';

export function broadcastReset(): void {
  window.dispatchEvent(new CustomEvent(resetApp));
}

/** Asks the link list to read again. After an add, `linkId` names the new link. */
export function broadcastRefresh(linkId?: string): void {
  const detail = linkId === undefined ? {} : { linkId };
  window.dispatchEvent(new CustomEvent(refreshLinks, { detail }));
}

/** This browser stands before another workspace now: what is known of the links holds no more. */
export function broadcastWorkspaceChange(change: WorkspaceChange): void {
  window.dispatchEvent(new CustomEvent(changeWorkspace, { detail: change }));
}

export function onWorkspaceChange(listener: (change: WorkspaceChange) => void): () => void {
  const hear = (event: Event) =>
    listener(event instanceof CustomEvent && event.detail === 'deleted' ? 'deleted' : 'opened');
  window.addEventListener(changeWorkspace, hear);
  return () => window.removeEventListener(changeWorkspace, hear);
}

export function onReset(listener: () => void): () => void {
  window.addEventListener(resetApp, listener);
  return () => window.removeEventListener(resetApp, listener);
}

export function onRefresh(listener: (linkId: string | null) => void): () => void {
  const hear = (event: Event) => listener(linkIdOf(event));
  window.addEventListener(refreshLinks, hear);
  return () => window.removeEventListener(refreshLinks, hear);
}

function linkIdOf(event: Event): string | null {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null;
  if (typeof detail !== 'object' || detail === null || !('linkId' in detail)) return null;
  return typeof detail.linkId === 'string' ? detail.linkId : null;
}
