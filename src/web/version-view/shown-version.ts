import type { VersionReport } from '#core/report/report.ts';
import type { FinishedGeneration } from '#core/generation/generation.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';

/** A version as it stands: as it was generated, or as the user has changed it since. */
export type ShownVersion = {
  readonly generation: FinishedGeneration;
  readonly version: VersionName;
  /** Of the generation's text, in its order; none overlap. */
  readonly edits: readonly Edit[];
  /** Of exactly these edits. */
  readonly report: VersionReport;
};
