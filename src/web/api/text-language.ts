import { formsFor, languages } from '#core/built-in-writer/languages.ts';

const tags: Readonly<Record<keyof typeof languages, string>> = {
  english: 'en',
  german: 'de',
  spanish: 'es',
  french: 'fr',
  italian: 'it',
  portuguese: 'pt',
  dutch: 'nl',
  polish: 'pl',
  swedish: 'sv',
  japanese: 'ja',
};

/** Returns the language of a text as a BCP 47 tag. Null: it is another one, or not known. */
export function languageOfText(content: string): string | null {
  const forms = formsFor(content, []);
  const found = Object.entries(tags).find(([name]) =>
    Object.entries(languages).some(([own, each]) => own === name && each === forms),
  );
  return found?.[1] ?? null;
}
