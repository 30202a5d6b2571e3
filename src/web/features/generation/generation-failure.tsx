import { t, translated } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';

/** What the user can do after a failure. Each is null if it is not allowed or would not help. */
export type FailureWays = {
  readonly onTryAgain: (() => void) | null;
  readonly onUseOwnKey: (() => void) | null;
  readonly hasOwnKey: boolean;
  readonly onUseBuiltIn: (() => void) | null;
};

type WaysProps = { readonly ways: FailureWays };

type ButtonsProps = WaysProps & { readonly look?: 'quiet' | 'plain' };

export function FailureButtons({ ways, look = 'quiet' }: ButtonsProps) {
  const { onTryAgain, onUseOwnKey, hasOwnKey, onUseBuiltIn } = ways;
  return (
    <div className="failure-ways">
      {onTryAgain === null ? null : (
        <Button look={look} onClick={onTryAgain}>
          {t('Try again')}
        </Button>
      )}
      {onUseOwnKey === null ? null : (
        <Button look={look} onClick={onUseOwnKey}>
          {t(hasOwnKey ? 'Change your key' : 'Use your own key')}
        </Button>
      )}
      {onUseBuiltIn === null ? null : (
        <Button look={look} onClick={onUseBuiltIn}>
          {t('Use the built-in writer')}
        </Button>
      )}
    </div>
  );
}

/** A failure in the empty panel. It is not announced, because the browser has shown an alert. */
export function FailureCard({ message, ways }: WaysProps & { readonly message: string }) {
  return (
    <div className="failure-card">
      <p className="empty-title">{t('Couldn’t generate your versions')}</p>
      <p>{translated(message)}</p>
      {/* After other failures, the selected links may be gone, or the text has to be changed. */}
      {ways.onTryAgain === null ? null : <p>{t('Your text and selection are unchanged.')}</p>}
      <FailureButtons ways={ways} />
    </div>
  );
}
