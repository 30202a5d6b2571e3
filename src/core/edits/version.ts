// Not in `edit.ts`: the page loads this file at its start.

/** The three rewritten versions, in the order in which they are asked for and shown. */
export const versionNames = ['safe', 'exploratory', 'experimental'] as const;

export type VersionName = (typeof versionNames)[number];

/** What each version is called on a `VERSION:` line of a reply. */
export const versionMarkers = {
  safe: 'SAFE',
  exploratory: 'INTERESTING',
  experimental: 'CRAZY',
} as const satisfies Record<VersionName, string>;
