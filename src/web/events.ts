/** The page's window events. They are public: scripts and extensions may send or hear them. */
const resetApp = 'resetApp';
const refreshLinks = 'refreshLinks';
const changeWorkspace = 'changeWorkspace';

export function broadcastReset(): void {
  window.dispatchEvent(new CustomEvent(resetApp));
}

/** Asks the link list to read again. After an add, `linkId` names the new link. */
export function broadcastRefresh(linkId?: string): void {
  const detail = linkId === undefined ? {} : { linkId };
  window.dispatchEvent(new CustomEvent(refreshLinks, { detail }));
}

/** This browser stands before another workspace now: nothing that is known of the links holds any more. */
export function broadcastWorkspaceChange(): void {
  window.dispatchEvent(new CustomEvent(changeWorkspace));
}

export function onWorkspaceChange(listener: () => void): () => void {
  window.addEventListener(changeWorkspace, listener);
  return () => window.removeEventListener(changeWorkspace, listener);
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
