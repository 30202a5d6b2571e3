import type { VersionName } from '#core/edits/version.ts';

export const versionLabels = {
  safe: 'Safe',
  exploratory: 'Exploratory',
  experimental: 'Experimental',
} as const satisfies Record<VersionName, string>;
