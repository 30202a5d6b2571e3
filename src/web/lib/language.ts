import type { Catalogue, EnglishText } from '#web/german/german.ts';

import { createStore, type Store } from './store.ts';

/** A text without an entry stays English, so English needs no entries. */
export const englishCatalogue: Catalogue = { language: 'en', find: () => undefined };

/** The language of the page. Whatever draws a text is drawn again when it changes. */
export const catalogue: Store<Catalogue> = createStore(englishCatalogue);

/** The names of the values in a text: `{count} of {total}` has `count` and `total`. */
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type ValuesOf<Text> = Readonly<Record<NamesIn<Text>, string | number>>;
type Values = Readonly<Record<string, string | number>>;
/** A text without values takes none. */
export type ValuesFor<Text> = [NamesIn<Text>] extends [never] ? [] : [values: ValuesOf<Text>];

/** Returns a text of the page in its language. Values replace their names in braces; numbers are formatted. */
export function t<Text extends EnglishText>(english: Text, ...[values]: ValuesFor<Text>): string {
  return fill(translated(english), values ?? {});
}

/** Returns a text about a number of things, which replaces `{count}`. */
export function tCount<One extends EnglishText, Many extends EnglishText>(
  count: number,
  one: One,
  many: Many,
  ...[values]: [Exclude<NamesIn<One | Many>, 'count'>] extends [never]
    ? []
    : [values: Omit<ValuesOf<One | Many>, 'count'>]
): string {
  return fill(translated(count === 1 ? one : many), { ...values, count });
}

/** Returns a message that is only known when the page runs, such as one of the server, in the page's language. */
export function translated(english: string): string {
  return catalogue.get().find(english) ?? english;
}

/** Replaces the names in braces. Numbers are formatted for the language of the page. */
export function fill(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/gu, (whole, name: string) => {
    const value = values[name] ?? whole;
    return typeof value === 'number' ? formatNumber(value) : value;
  });
}

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(pageLanguage(), options);
}

/** Returns the language of the page as a BCP 47 tag. */
export function pageLanguage(): string {
  return catalogue.get().language;
}
