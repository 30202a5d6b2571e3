import { Sparkle } from 'lucide-react';
import type { Ref } from 'react';

import { t } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';

/** Returns why links cannot be suggested, as the tooltip of the button; null if they can. */
export function reasonNotToSuggest(content: string): string | null {
  return content.trim() === '' ? t('Add some content to see which of your links fit it') : null;
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
    <Button
      ref={button}
      icon={Sparkle}
      off={reason !== null}
      tooltip={reason ?? t('Which of your links fit this text?')}
      aria-expanded={isOpen}
      onClick={onOpen}
      onLikely={onOpenLikely}
    >
      {t('Suggest links')}
    </Button>
  );
}
