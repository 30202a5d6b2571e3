import { useEffect, useId, useRef, type ReactNode } from 'react';

import { attachTooltip } from './tooltip-behaviour.ts';

type TooltipProps = {
  /** Null shows no tooltip. */
  readonly text: string | null;
  /** Draws the control with this `aria-describedby`. */
  readonly children: (describedBy: string | undefined) => ReactNode;
};

export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (anchor.current === null || bubble.current === null) return undefined;
    return attachTooltip(anchor.current, bubble.current);
  }, []);

  return (
    <span className="tooltip-anchor" ref={anchor}>
      {children(text === null ? undefined : id)}
      <span className="tooltip" role="tooltip" popover="manual" id={id} ref={bubble}>
        {text}
      </span>
    </span>
  );
}
