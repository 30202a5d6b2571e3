import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

type ToolButtonProps = Omit<ComponentProps<'button'>, 'type' | 'disabled'> & {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isBare?: boolean;
  readonly off?: boolean;
};

export function ToolButton({ icon: Icon, label, isBare = false, off = false, ...rest }: ToolButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={`weave-tool ${isBare ? 'weave-tool-bare' : ''} ${rest.className ?? ''}`}
      aria-disabled={off || undefined}
      title={rest.title ?? (isBare ? label : undefined)}
    >
      <Icon aria-hidden="true" size={16} />
      <span className={isBare ? 'visually-hidden' : undefined}>{label}</span>
    </button>
  );
}

/** Shows the tools of an edit under or above its words, and keeps them there. Returns a function that hides them. */
export function floatUnderEdit(tools: HTMLElement, id: string): () => void {
  return float(tools, () => {
    const box = boxOf(editElements(tools.closest('.weave'), id));
    if (box !== null) placeBeside(tools, box);
  });
}

/** The smallest distance from the edges of the window, in pixels. */
const margin = 12;
const gap = 6;

/**
 * Places the tools inside the panel and the window: under the edit, where they cover no sentence before it, or above it
 * if there is no room.
 */
function placeBeside(tools: HTMLElement, edit: DOMRect): void {
  const panel = tools.closest('[role=tabpanel]')?.getBoundingClientRect() ?? edit;
  const { width, height } = tools.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const right = Math.min(panel.right, clientWidth) - width - margin;
  const bottom = Math.min(panel.bottom, clientHeight) - height - margin;
  tools.style.left = `${Math.max(panel.left + margin, Math.min(edit.left, right))}px`;
  const above = edit.top - height - gap;
  const isUnder = edit.bottom + gap <= bottom || above < Math.max(panel.top, margin);
  const top = isUnder ? edit.bottom + gap : above;
  tools.style.top = `${Math.max(panel.top, Math.min(top, bottom))}px`;
}

/** Shows the tools at the foot of the visible text, and keeps them there. Returns a function that hides them. */
export function floatAtFoot(tools: HTMLElement, root: HTMLElement | null): () => void {
  return float(tools, () => {
    const seen = (root?.closest('[role=tabpanel]') ?? document.body).getBoundingClientRect();
    const { width, height } = tools.getBoundingClientRect();
    const bottom = Math.min(seen.bottom, document.documentElement.clientHeight);
    tools.style.left = `${Math.max(margin, seen.left + (seen.width - width) / 2)}px`;
    tools.style.top = `${bottom - height - margin}px`;
  });
}

function float(tools: HTMLElement, place: () => void): () => void {
  const life = new AbortController();
  const { signal } = life;
  const changes = new ResizeObserver(place);
  tools.showPopover();
  place();
  changes.observe(tools);
  document.addEventListener('scroll', place, { signal, capture: true, passive: true });
  window.addEventListener('resize', place, { signal });
  return () => {
    life.abort();
    changes.disconnect();
    if (tools.isConnected) tools.hidePopover();
  };
}

/** Returns the box of the last line, from the top of the first one. */
function boxOf(elements: readonly HTMLElement[]): DOMRect | null {
  const boxes = elements.flatMap((element) => [...element.getClientRects()]);
  const [first, last] = [boxes[0], boxes.at(-1)];
  if (first === undefined || last === undefined) return null;
  return new DOMRect(last.left, first.top, last.width, last.bottom - first.top);
}

export function editElements(root: Element | null, id: string): readonly HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>(`[data-edit="${CSS.escape(id)}"]`) ?? [])];
}
