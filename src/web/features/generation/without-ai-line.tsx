import type { ReactNode } from 'react';

import { t } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';

/** A way to have the text written by AI. A way that takes the place of one with the same id keeps its focus. */
export type AiWay = { readonly id: string; readonly label: string; readonly onUse: () => void };

type WithoutAiLineProps = {
  readonly ways: readonly AiWay[];
  /** What is said behind the ways; null if nothing. */
  readonly children: ReactNode;
};

/** Says above a result that no AI has written it, and what the visitor can do about it. */
export function WithoutAiLine({ ways, children }: WithoutAiLineProps) {
  return (
    <p className="without-ai">
      <span>{t('Written without AI.')}</span>
      {ways.map(({ id, label, onUse }) => (
        <Button key={id} look="plain" onClick={onUse}>
          {label}
        </Button>
      ))}
      {children}
    </p>
  );
}
