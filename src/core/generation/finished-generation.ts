import type { VersionEdits, Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import type { Tokens } from '#core/limits/terms.ts';
import type { ChosenLink } from '#core/links/link.ts';
import type { VersionReport } from '#core/report/version-report.ts';

export type Usage = Tokens & {
  /** In US dollars. Null: the price is unknown. */
  readonly costUsd: number | null;
};

export type FinishedGeneration = {
  /** The user's content, unchanged. */
  readonly text: string;
  readonly links: readonly ChosenLink[];
  /** What the user wished of the style; missing if nothing. */
  readonly instructions?: string | undefined;
  /** In link markup, with the exact URLs. */
  readonly versions: Readonly<Record<VersionName, string>>;
  /** The edits of each version. Applied to the text, they give exactly that version. */
  readonly edits: VersionEdits;
  readonly report: Readonly<Record<VersionName, VersionReport>>;
  /** The versions that were not finished. Each is empty. */
  readonly unfinished: readonly VersionName[];
  /** Null: the tokens are unknown, or writing is free. */
  readonly usage: Usage | null;
};

export type GenerationStep =
  | { readonly type: 'version-start'; readonly version: VersionName }
  | { readonly type: 'version-end'; readonly version: VersionName }
  | { readonly type: 'version-edit'; readonly version: VersionName; readonly edit: Edit }
  | { readonly type: 'result'; readonly generation: FinishedGeneration };

export type Steps = AsyncGenerator<GenerationStep, void, undefined>;

/** A generation that failed after at least one version was finished. It contains the finished versions. */
export class UnfinishedError extends ProblemError {
  readonly generation: FinishedGeneration;

  constructor(problem: ProblemError, generation: FinishedGeneration) {
    const { code, message: detail, retryAfterSeconds } = problem;
    super(code, { cause: problem, detail, retryAfterSeconds });
    this.generation = generation;
  }
}
