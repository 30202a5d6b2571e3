import { catalogue, englishCatalogue, pageLanguage, t } from '#web/lib/language.ts';
import { logFailure } from '#web/lib/log.ts';
import { useStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

const names = { en: 'English', de: 'Deutsch' } as const;

type Language = keyof typeof names;

/** Draws all texts in this language. Rejects if the German texts cannot be loaded. */
async function show(language: Language): Promise<void> {
  catalogue.set(language === 'de' ? (await import('#web/german/german.ts')).german : englishCatalogue);
  document.documentElement.lang = language;
  document.title = document.title.replace(/: .*/u, `: ${t('Free Link Integrator')}`);
}

/**
 * Shows the language that the visitor has chosen, or else that of the HTML, which the server chose. A page that is stored
 * for offline use may have another one. Without the German texts, the page is English. Never rejects.
 */
export async function showFirstLanguage(): Promise<void> {
  const chosen = /(?:^|; )language=(de|en)/u.exec(document.cookie)?.[1] ?? document.documentElement.lang;
  try {
    await show(chosen === 'de' ? 'de' : 'en');
  } catch (failure) {
    document.documentElement.lang = 'en';
    logFailure('The German texts could not be loaded.', failure);
  }
}

/** Changes the language at once. The server reads the cookie when it next sends the page. */
async function choose(language: Language): Promise<void> {
  try {
    await show(language);
  } catch (failure) {
    logFailure('The German texts could not be loaded.', failure);
    announce(t('This part of the page could not be loaded.'));
    return;
  }
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `language=${language}; max-age=${400 * 86_400}; samesite=lax${secure}`;
  navigator.serviceWorker?.controller?.postMessage('page');
}

/** Names the language of the page, and the other one as a button, always in the same order. */
export function LanguageChoice() {
  useStore(catalogue);
  const isGerman = pageLanguage() === 'de';
  const other = isGerman ? 'en' : 'de';
  return (
    <p className="languages">
      {isGerman ? null : <span>{names.en}</span>}
      <Button look="plain" lang={other} onClick={() => void choose(other)}>
        {names[other]}
      </Button>
      {isGerman ? <span>{names.de}</span> : null}
    </p>
  );
}
