import type { LucideIcon } from 'lucide-react';
import { useId, type ComponentProps } from 'react';

import { createTimer } from '#web/lib/tasks.ts';

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'type'> & {
  readonly look?: 'primary' | 'quiet' | 'plain' | 'icon';
  readonly type?: 'button' | 'submit';
  readonly icon?: LucideIcon;
  /** In pixels. */
  readonly iconSize?: number;
  /** Describes the button on hover, keyboard focus and tap. Null shows no tooltip. */
  readonly tooltip?: string | null | undefined;
  /** Disabled, but still focusable, so that its tooltip can say why. */
  readonly off?: boolean;
  /** All labels of a button whose label changes. It keeps the width of the longest one. */
  readonly labels?: readonly string[];
};

export function Button({
  look = 'quiet',
  type = 'button',
  icon: Icon,
  iconSize = 16,
  tooltip,
  off = false,
  labels,
  onClick,
  className,
  children,
  ...rest
}: ButtonProps) {
  const id = useId();
  const button = (
    <button
      aria-describedby={typeof tooltip === 'string' ? id : undefined}
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={`button button-${look} ${className ?? ''}`}
      aria-disabled={off || undefined}
      onClick={off ? (event) => event.preventDefault() : onClick}
    >
      {Icon === undefined ? null : <Icon aria-hidden="true" size={iconSize} />}
      {labels === undefined ? (
        children
      ) : (
        <span className="button-label" data-labels={labels.join('\n')}>
          {children}
        </span>
      )}
    </button>
  );
  if (tooltip === undefined) return button;
  return (
    <span className="tooltip-anchor" ref={attachTooltip}>
      {button}
      <span className="tooltip" role="tooltip" popover="manual" id={id}>
        {tooltip}
      </span>
    </span>
  );
}

/** In milliseconds. */
const openDelay = 300;
const closeDelay = 150;

/**
 * Opens the popover in `anchor` over its control on hover, keyboard focus and tap. Closes it on Escape, leave, blur and
 * a tap elsewhere. The popover lies inside `anchor`, so a pointer may move onto it (WCAG 1.4.13). An empty one stays
 * closed. Returns a function that removes the listeners.
 */
function attachTooltip(anchor: HTMLElement | null): (() => void) | undefined {
  const bubble = anchor?.querySelector<HTMLElement>('[popover]');
  // A browser without popovers shows no tooltips.
  if (!anchor || !bubble || !('showPopover' in bubble)) return undefined;
  const timer = createTimer();
  const isOpen = () => bubble.matches(':popover-open');

  const place = () => {
    if (isOpen()) placeBubble(bubble, boxToKeepFree(anchor.firstElementChild ?? anchor));
  };
  const open = () => {
    timer.stop();
    if (isOpen() || bubble.textContent === '') return;
    bubble.showPopover();
    place();
  };
  const close = () => {
    timer.stop();
    if (isOpen()) bubble.hidePopover();
  };
  /** A tap opens the tooltip, and so does a click on a control that is off or is a hint. Other clicks close it. */
  const handleClick = (event: Event) => {
    if (isMouse(event) && anchor.querySelector('[aria-disabled], [data-hint]') === null) close();
    else open();
  };
  const closeFromOutside = ({ target }: Event) => {
    if (!(target instanceof Node && anchor.contains(target))) close();
  };

  const detached = new AbortController();
  const { signal } = detached;
  const listen = (type: string, handle: (event: Event) => void) =>
    anchor.addEventListener(type, handle, { signal });
  listen('pointerenter', (event) => isMouse(event) && timer.start(open, openDelay));
  listen('pointerleave', (event) => isMouse(event) && timer.start(close, closeDelay));
  listen('focusin', ({ target }) => isKeyboardFocus(target) && open());
  listen('focusout', close);
  listen('click', handleClick);
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal });
  document.addEventListener('pointerdown', closeFromOutside, { signal });
  document.addEventListener('scroll', place, { signal, capture: true, passive: true });

  return () => {
    close();
    detached.abort();
  };
}

function isMouse(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'mouse';
}

function isKeyboardFocus(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(':focus-visible');
}

/** In pixels. */
const gap = 8;
const margin = 8;

type Size = Pick<DOMRect, 'width' | 'height'>;
type Box = Size & Pick<DOMRect, 'top' | 'left'>;

/** Returns a position above the control if there is room, else below, and always inside the window. */
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

/**
 * Returns the box that the bubble must not cover. Without a mouse, it includes the space up to the element with
 * `data-under-tooltips` of the same panel, so that the controls in between can be tapped.
 */
function boxToKeepFree(control: Element): Box {
  const { top, bottom, left, width } = control.getBoundingClientRect();
  const panel = matchMedia('(hover: none)').matches ? control.closest('.panel') : null;
  const covered = panel?.querySelector('[data-under-tooltips]')?.getBoundingClientRect().bottom ?? top;
  const highest = Math.min(top, covered);
  return { top: highest, left, width, height: bottom - highest };
}

function placeBubble(bubble: HTMLElement, control: Box): void {
  const view = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
  const { top, left } = tooltipPosition(control, bubble.getBoundingClientRect(), view);
  bubble.style.top = `${top}px`;
  bubble.style.left = `${left}px`;
}
