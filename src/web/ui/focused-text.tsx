import { useLayoutEffect, useRef, type ReactNode } from 'react';

type FocusedTextProps = { readonly className?: string; readonly children: ReactNode };

/** The first text of new content. It takes the focus, so that screen readers read it and go on from there. */
export function FocusedText({ className = '', children }: FocusedTextProps) {
  const text = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => text.current?.focus(), []);
  return (
    <p className={`focused-text ${className}`} tabIndex={-1} ref={text}>
      {children}
    </p>
  );
}
