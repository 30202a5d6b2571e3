import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

type FocusedTextProps = { readonly className?: string; readonly children: ReactNode };

/** The first words of what has taken another's place: they take the focus, so that they are read and followed. */
export function FocusedText({ className = '', children }: FocusedTextProps) {
  const text = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => text.current?.focus(), []);
  return (
    <p className={`focused-text ${className}`} tabIndex={-1} ref={text}>
      {children}
    </p>
  );
}
