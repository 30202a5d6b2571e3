import type { VersionName } from '#core/edits/version.ts';

/** How one language points at something: with opening words, and the words of a description behind them. */
export type Forms = {
  /** Finds the small words by which a text in this language is known; those of its relatives are left out. */
  readonly typical: RegExp;
  /** What joins the name of a thing to what is said of it, and articles. */
  readonly small: ReadonlySet<string>;
  /** What joins two words of one name. */
  readonly joining: ReadonlySet<string>;
  /** Whether the last word of a name says what it is, as in "steel kettle". */
  readonly isNounLast: boolean;
  /** What stands behind the opening; `{}` for the words of the description, which it is right for whatever they are. */
  readonly behind: string;
  /** The words of a link that has no description. */
  readonly page: string;
} & Readonly<Record<VersionName, readonly string[]>>;

/** @param words parted by blanks */
export function anyOf(words: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${words.replaceAll(' ', '|')})(?![\p{L}\p{M}'’])`, 'giu');
}

/** @param words parted by blanks */
export function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** @param text parted by semicolons */
export function openings(text: string): readonly string[] {
  return text.split(';').map((opening) => opening.trim());
}
