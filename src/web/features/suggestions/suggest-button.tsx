import { Sparkle } from 'lucide-react';
import type { Ref } from 'react';

import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

import { reasonNotToSuggest } from './suggest-reason.ts';

type SuggestButtonProps = {
  readonly content: string;
  readonly isOpen: boolean;
  readonly button: Ref<HTMLButtonElement>;
  readonly onOpen: () => void;
  /** The panel will probably be wanted soon. */
  readonly onOpenLikely: () => void;
};

export function SuggestButton({ content, isOpen, button, onOpen, onOpenLikely }: SuggestButtonProps) {
  const reason = reasonNotToSuggest(content);
  return (
    <Tooltip text={reason ?? 'Which of your links fit this text?'}>
      {(describedBy) => (
        <Button
          ref={button}
          off={reason !== null}
          aria-expanded={isOpen}
          aria-describedby={describedBy}
          onClick={onOpen}
          onPointerEnter={onOpenLikely}
          onFocus={onOpenLikely}
        >
          <Sparkle aria-hidden="true" size={16} />
          Suggest links
        </Button>
      )}
    </Tooltip>
  );
}
