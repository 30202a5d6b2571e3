// This is not in `edit.ts`, because the page loads this file at its start.

/** The three rewritten versions, in the order in which they are asked for and shown. */
export const versionNames = ['safe', 'exploratory', 'experimental'] as const;

export type VersionName = (typeof versionNames)[number];

/** The name of each version on a `VERSION:` line of a reply. */
export const versionMarkers = {
  safe: 'SAFE',
  exploratory: 'INTERESTING',
  experimental: 'CRAZY',
} as const satisfies Record<VersionName, string>;

export function perVersion<T>(make: (name: VersionName) => T): Record<VersionName, T> {
  return { safe: make('safe'), exploratory: make('exploratory'), experimental: make('experimental') };
}
