import { Sparkle } from 'lucide-react';
import type { Ref } from 'react';

import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

/** Returns why links cannot be suggested, as the tooltip of the button; null if they can. */
export function reasonNotToSuggest(content: string): string | null {
  return content.trim() === '' ? 'Add some content to see which of your links fit it' : null;
}

type SuggestButtonProps = {
  readonly content: string;
  readonly isOpen: boolean;
  readonly button: Ref<HTMLButtonElement>;
  readonly onOpen: () => void;
  /** Called when the user will probably open the panel soon. */
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
          onLikely={onOpenLikely}
        >
          <Sparkle aria-hidden="true" size={16} />
          Suggest links
        </Button>
      )}
    </Tooltip>
  );
}
