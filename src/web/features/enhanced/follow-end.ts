const nearEnd = 48;

/** Keeps the end of a growing text in view for as long as the reader stays there. Undone by the answer. */
export function followEnd(text: HTMLElement | null): () => void {
  const view = text?.closest<HTMLElement>('[role=tabpanel]');
  if (!text || !view) return () => {};
  let isAtEnd = true;
  const look = () => {
    isAtEnd = view.scrollHeight - view.scrollTop - view.clientHeight < nearEnd;
  };
  const follow = new ResizeObserver(() => {
    if (isAtEnd) view.scrollTop = view.scrollHeight;
  });
  view.addEventListener('scroll', look, { passive: true });
  follow.observe(text);
  return () => {
    view.removeEventListener('scroll', look);
    follow.disconnect();
  };
}
