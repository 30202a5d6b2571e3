import type { VersionName } from '#core/edits/edit.ts';

export const versionLabels = {
  safe: 'Safe',
  exploratory: 'Exploratory',
  experimental: 'Experimental',
} as const satisfies Record<VersionName, string>;
