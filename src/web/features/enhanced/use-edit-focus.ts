import { useEffect } from 'react';
import type { RefObject } from 'react';

import type { EditTools } from '#web/woven/version-parts.ts';

/** Tells the tools which edit is clicked, or has the focus inside it. */
export function useEditFocus(reading: RefObject<HTMLElement | null>, tools: EditTools | undefined): void {
  const onEditFocus = tools?.onEditFocus;
  useEffect(() => {
    const text = reading.current;
    if (text === null || onEditFocus === undefined) return undefined;
    const tell = ({ target }: Event) => {
      const edit = target instanceof Element ? target.closest<HTMLElement>('[data-edit]') : null;
      const id = edit?.dataset['edit'];
      if (id !== undefined) onEditFocus(id);
    };
    text.addEventListener('click', tell);
    text.addEventListener('focusin', tell);
    return () => {
      text.removeEventListener('click', tell);
      text.removeEventListener('focusin', tell);
    };
  }, [reading, onEditFocus]);
}
