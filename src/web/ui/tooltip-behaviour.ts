import { placeBubble } from './tooltip-place.ts';

const openDelay = 300;
const closeDelay = 150;

/**
 * Opens `bubble` over its control on hover, keyboard focus and tap; closes it on Escape, leave, blur and a tap
 * elsewhere. The bubble lies inside `anchor`, so a pointer may move onto it (WCAG 1.4.13). An empty bubble stays shut.
 */
export function attachTooltip(anchor: HTMLElement, bubble: HTMLElement): () => void {
  const life = new AbortController();
  let opened: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    clearTimeout(timer);
    if (opened !== null || bubble.textContent === '') return;
    opened = new AbortController();
    const { signal } = opened;
    bubble.showPopover();
    place();
    document.addEventListener('keydown', (event) => event.key === 'Escape' && close(), { signal });
    document.addEventListener('pointerdown', closeFromElsewhere, { signal });
    document.addEventListener('scroll', place, { signal, capture: true, passive: true });
  }

  function place(): void {
    placeBubble(bubble, (anchor.firstElementChild ?? anchor).getBoundingClientRect());
  }

  function close(): void {
    clearTimeout(timer);
    if (opened === null) return;
    opened.abort();
    opened = null;
    if (bubble.isConnected) bubble.hidePopover();
  }

  /** A control that was used needs no explaining; one that is off or is a hint itself does. */
  function answerClick(): void {
    if (anchor.querySelector('[aria-disabled], [data-hint]') === null) close();
    else open();
  }

  function closeFromElsewhere({ target }: Event): void {
    if (!(target instanceof Node && anchor.contains(target))) close();
  }

  function later(run: () => void, delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(run, delay);
  }

  const { signal } = life;
  anchor.addEventListener('pointerenter', (event) => isMouse(event) && later(open, openDelay), { signal });
  anchor.addEventListener('pointerleave', (event) => isMouse(event) && later(close, closeDelay), { signal });
  anchor.addEventListener('focusin', ({ target }) => isKeyboardFocus(target) && open(), { signal });
  anchor.addEventListener('focusout', close, { signal });
  anchor.addEventListener('click', (event) => (isMouse(event) ? answerClick() : open()), { signal });

  return () => {
    close();
    life.abort();
  };
}

function isMouse(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'mouse';
}

function isKeyboardFocus(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(':focus-visible');
}
