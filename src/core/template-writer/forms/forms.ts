import type { VersionName } from '#core/edits/version.ts';

/** How one language points at something: opening words, followed by the words of a description. */
export type Forms = {
  /** Finds small words that are typical of this language, without those that related languages share. */
  readonly typical: RegExp;
  /** Words between the name of a thing and its description, and articles. */
  readonly small: ReadonlySet<string>;
  /** Words that join two words of one name. */
  readonly joining: ReadonlySet<string>;
  /** Whether the last word of a name says what the thing is, as in "steel kettle". */
  readonly isNounLast: boolean;
  /** The text behind the opening, with `{}` for the words of the description. It must fit any description. */
  readonly behind: string;
  /** The words of a link without a description. */
  readonly page: string;
} & Readonly<Record<VersionName, readonly string[]>>;

/** @param words separated by spaces */
export function anyOf(words: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${words.replaceAll(' ', '|')})(?![\p{L}\p{M}'’])`, 'giu');
}

/** @param words separated by spaces */
export function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** @param text separated by semicolons */
export function openings(text: string): readonly string[] {
  return text.split(';').map((opening) => opening.trim());
}
