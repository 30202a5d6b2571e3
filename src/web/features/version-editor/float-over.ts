import { placeBubble } from '#web/ui/tooltip-behaviour.ts';

/** Shows an edit's tools over its words, and keeps them there. Undone by the answer. */
export function floatOver(tools: HTMLElement, id: string): () => void {
  const life = new AbortController();
  const place = () => {
    const words = wordsOf(tools, id);
    if (words !== null) placeBubble(tools, words);
  };
  tools.showPopover();
  place();
  const changes = new ResizeObserver(place);
  changes.observe(tools);
  document.addEventListener('scroll', place, { signal: life.signal, capture: true, passive: true });
  window.addEventListener('resize', place, { signal: life.signal });
  return () => {
    life.abort();
    changes.disconnect();
    if (tools.isConnected) tools.hidePopover();
  };
}

const margin = 12;

/** Shows what helps to move an edit at the foot of the text that is seen. Undone by the answer. */
export function floatAtFoot(bar: HTMLElement, root: HTMLElement | null): () => void {
  const life = new AbortController();
  const { signal } = life;
  const place = () => {
    const seen = (root?.closest('[role=tabpanel]') ?? document.body).getBoundingClientRect();
    const { width, height } = bar.getBoundingClientRect();
    const bottom = Math.min(seen.bottom, document.documentElement.clientHeight);
    bar.style.left = `${Math.max(margin, seen.left + (seen.width - width) / 2)}px`;
    bar.style.top = `${bottom - height - margin}px`;
  };
  bar.showPopover();
  place();
  document.addEventListener('scroll', place, { signal, capture: true, passive: true });
  window.addEventListener('resize', place, { signal });
  return () => {
    life.abort();
    if (bar.isConnected) bar.hidePopover();
  };
}

/** From the top of the edit's words to their end, as wide as its last line. */
function wordsOf(tools: HTMLElement, id: string): DOMRect | null {
  const boxes = [...editElements(tools.closest('.weave'), id)].flatMap((element) => [
    ...element.getClientRects(),
  ]);
  const [first, last] = [boxes[0], boxes.at(-1)];
  if (first === undefined || last === undefined) return null;
  return new DOMRect(first.left, first.top, first.width, last.bottom - first.top);
}

export function editElements(root: Element | null, id: string): readonly HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>(`[data-edit="${CSS.escape(id)}"]`) ?? [])];
}
