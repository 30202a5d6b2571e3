import type { ComponentType, ReactNode } from 'react';

import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { VersionReport } from '#core/report/report.ts';

/** A version as it is shown: as it was generated, or with the user's changes. */
export type ShownVersion = {
  readonly generation: FinishedGeneration;
  readonly version: VersionName;
  /** In the order of the generation's text; none overlap. */
  readonly edits: readonly Edit[];
  /** The report of exactly these edits. */
  readonly report: VersionReport;
};

/**
 * Returns what is drawn right behind an edit. It belongs to the page, not to the text. Always pass the same function: a
 * new one draws the whole text again.
 */
export type EditControls = (edit: Edit) => ReactNode;

/** What the editor gives the view of a version. */
export type EditedView = {
  readonly shown: ShownVersion;
  readonly controls?: EditControls;
  /** Drawn beside the copy button. */
  readonly actions?: ReactNode;
  /** Drawn above the text, over its whole width. */
  readonly notes?: ReactNode;
};

/** The parts of other features in the view of a version. */
export type VersionParts = {
  readonly Editor: ComponentType<{
    readonly shown: ShownVersion;
    readonly children: (edited: EditedView) => ReactNode;
  }>;
  /** Copies or downloads the version. */
  readonly Export: ComponentType<{ readonly shown: ShownVersion }>;
};

/** The names of the versions for users. */
export const versionLabels = {
  safe: 'Safe',
  exploratory: 'Exploratory',
  experimental: 'Experimental',
} as const satisfies Record<VersionName, string>;
