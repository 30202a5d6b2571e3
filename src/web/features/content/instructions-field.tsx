import { useEffect, useId, useState } from 'react';

import { instructionsLimit } from '#core/limits/terms.ts';
import { onReset } from '#web/lib/events.ts';
import { t } from '#web/lib/language.ts';
import { useStore, type Store } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { tRich, unseen } from '#web/ui/rich-text.tsx';

type InstructionsFieldProps = {
  readonly instructions: Store<string>;
  /** Whether the built-in writer would write now. */
  readonly isBuiltIn: boolean;
};

/**
 * The field for what the user wishes of the style. At first it is folded. When it is folded again, it shows the
 * beginning of its text.
 */
export function InstructionsField({ instructions, isBuiltIn }: InstructionsFieldProps) {
  const text = useStore(instructions);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const noteId = `${id}-note`;
  const length = text.trim().length;
  const reason = longInstructionsReason(text);
  const usualNote = isOpen ? t('Tell the model about tone and style.') : null;
  const isIgnored = isBuiltIn && (isOpen || length > 0);
  const note = isIgnored ? t('The built-in writer ignores instructions.') : usualNote;
  useEffect(() => onReset(() => setOpen(false)), []);

  return (
    <div className="instructions text-field">
      <div className="instructions-line">
        <Button
          look="plain"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen || length > 0 ? 'Instructions' : 'Add instructions')}
        </Button>
        {isOpen ? (
          <span className="word-count" data-level={reason === null ? 'fine' : 'over'}>
            {tRich(
              '{count} of {total}<unseen> characters</unseen>',
              { unseen },
              { count: `${length}`, total: instructionsLimit },
            )}
          </span>
        ) : (
          <bdi className="instructions-beginning">{text}</bdi>
        )}
      </div>
      {isOpen ? (
        <textarea
          id={id}
          // The field appears because the user has pressed its button.
          autoFocus
          dir="auto"
          rows={2}
          aria-label={t('Instructions')}
          aria-describedby={noteId}
          aria-invalid={reason !== null}
          placeholder={t('friendly, second person, British spelling')}
          value={text}
          onChange={(event) => instructions.set(event.target.value)}
        />
      ) : null}
      <p className="field-note" id={noteId} aria-live="polite" data-level={reason === null ? 'fine' : 'over'}>
        {reason === null ? note : `${reason}.`}
      </p>
    </div>
  );
}

export function longInstructionsReason(instructions: string): string | null {
  const isTooLong = instructions.trim().length > instructionsLimit;
  return isTooLong
    ? t('Shorten your instructions to at most {count} characters', { count: instructionsLimit })
    : null;
}
