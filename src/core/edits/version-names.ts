// This is not in `edit.ts`, because the page loads this file at its start.

/**
 * The three rewritten versions, in the order in which they are requested and shown. If you add one, the compiler names
 * the places that need it, except for texts that list or count them, as in `index.html`. Results that browsers keep
 * lack it and are not read any more.
 */
export const versionNames = ['safe', 'exploratory', 'experimental'] as const;

export type VersionName = (typeof versionNames)[number];

/** The number of versions as a word, for texts. With another number of versions, this line does not compile. */
export const howMany: { 3: 'three' }[(typeof versionNames)['length']] = 'three';

/** A text that contains the number of versions as a word. */
export type NamesHowMany = `${string} ${typeof howMany} ${string}`;

/** The name of each version on a `VERSION:` line of a reply. */
export const versionMarkers = {
  safe: 'SAFE',
  exploratory: 'INTERESTING',
  experimental: 'CRAZY',
} as const satisfies Record<VersionName, string>;

/** All words that may name a version in a reply, in lower case. */
export const versionWords: ReadonlyMap<string, VersionName> = new Map(
  versionNames.flatMap((name) =>
    [name, versionMarkers[name].toLowerCase()].map((word) => [word, name] as const),
  ),
);

/** Matches each of these words, as a part of a regular expression that ignores case. */
export const versionWord = [...versionWords.keys()].join('|');

export function perVersion<T>(make: (name: VersionName) => T): Record<VersionName, T> {
  return { safe: make('safe'), exploratory: make('exploratory'), experimental: make('experimental') };
}
