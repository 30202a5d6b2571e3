const regionId = 'announcements';

/** The only live region of the page. */
export function Announcer() {
  return (
    <div id={regionId} className="visually-hidden" role="status" aria-live="polite" aria-atomic="true" />
  );
}

/** Tells screen readers something without moving the focus. */
export function announce(text: string): void {
  // Unit tests have no document.
  if (!('document' in globalThis)) return;
  // Each announcement is a new node, so that the same text is spoken again.
  const words = document.createElement('span');
  words.textContent = text;
  // A dialog that is closing still hides the region from assistive technology.
  setTimeout(() => words.ownerDocument.getElementById(regionId)?.replaceChildren(words), 100);
}
