import type { VersionName } from '#core/edits/version.ts';

/** The names of the versions for users. */
export const versionLabels = {
  safe: 'Safe',
  exploratory: 'Exploratory',
  experimental: 'Experimental',
} as const satisfies Record<VersionName, string>;
