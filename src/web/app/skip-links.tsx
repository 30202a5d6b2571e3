import { useStore, type ReadonlyStore } from '#web/lib/store.ts';
import { t } from '#web/lib/language.ts';

type SkipLinksProps = { readonly generation: ReadonlyStore<{ readonly phase: string }> };

/** The first stops of the Tab key. They are seen only while they have the focus. */
export function SkipLinks({ generation }: SkipLinksProps) {
  const { phase } = useStore(generation);
  return (
    <nav className="skip-links" aria-label={t('Skip to')}>
      <a href="#content" onClick={(event) => skip(event, '.content-field')}>
        {t('Skip to the text')}
      </a>
      {phase === 'idle' || phase === 'processing' ? null : (
        <a href="#result" onClick={(event) => skip(event, '[role=tabpanel]')}>
          {t('Skip to the result')}
        </a>
      )}
    </nav>
  );
}

/** Moves the focus and leaves the address of the page as it is. */
function skip(event: Pick<Event, 'preventDefault'>, selector: string): void {
  event.preventDefault();
  document.querySelector<HTMLElement>(selector)?.focus();
}
