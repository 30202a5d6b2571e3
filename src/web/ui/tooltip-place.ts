const gap = 8;
const margin = 8;

type Box = { readonly top: number; readonly left: number; readonly width: number; readonly height: number };
type Size = { readonly width: number; readonly height: number };

/** Above its control where there is room, else below; never over the window's edge. */
export function tooltipPosition(control: Box, bubble: Size, view: Size): { top: number; left: number } {
  const above = control.top - bubble.height - gap;
  const below = control.top + control.height + gap;
  const middle = control.left + control.width / 2 - bubble.width / 2;
  const rightmost = view.width - bubble.width - margin;
  return {
    top: above >= margin ? above : below,
    left: Math.max(margin, Math.min(middle, rightmost)),
  };
}

export function placeBubble(bubble: HTMLElement, control: Box): void {
  const view = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
  const { top, left } = tooltipPosition(control, bubble.getBoundingClientRect(), view);
  bubble.style.top = `${top}px`;
  bubble.style.left = `${left}px`;
}
