import type { Report } from '#core/report/report.ts';
import type { ChosenLink } from '#core/links/link.ts';
import type { VersionEdits } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';

/** What the writing took. */
export type Usage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars; null where the price is not known. */
  readonly costUsd: number | null;
};

export type FinishedGeneration = {
  /** The user's content, unchanged. */
  readonly text: string;
  readonly links: readonly ChosenLink[];
  /** In link markup; the only links left are exact ones. */
  readonly versions: Readonly<Record<VersionName, string>>;
  /** What makes each version of the text: applied to it, they give the version to the letter. */
  readonly edits: VersionEdits;
  readonly report: Report;
  /** The versions that did not come to their end, each empty; none where all went well. */
  readonly unfinished: readonly VersionName[];
  /** Null where nobody counted, and where writing costs nothing. */
  readonly usage: Usage | null;
};
