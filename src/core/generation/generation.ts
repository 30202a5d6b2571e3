import type { VersionEdits, Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';
import { ProblemError } from '#core/errors/problem.ts';
import { costOf } from '#core/limits/token-count.ts';
import type { TokenPrice } from '#core/limits/token-count.ts';
import type { ChosenLink } from '#core/links/link.ts';
import type { ReplyEvent } from '#core/reply/reply-event.ts';
import type { Report } from '#core/report/report.ts';
import type { Filling, Gaps } from '#core/template-writer/point-at-links.ts';

import type { CompletionRequest } from './writing-job.ts';

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

type ToldEvent = Extract<ReplyEvent, { readonly type: 'version-start' | 'version-end' }>;

/** What becomes known while a generation is written. */
export type GenerationStep =
  | ToldEvent
  | { readonly type: 'version-edit'; readonly version: VersionName; readonly edit: Edit }
  | { readonly type: 'result'; readonly generation: FinishedGeneration };

/** What a model says while it writes. */
export type ModelPiece =
  /**
   * Its answer has begun, or is not waited for any more though it may come: the call may have to be paid for.
   * The built-in writer never says it.
   */
  | { readonly type: 'answer' }
  | { readonly type: 'text'; readonly text: string }
  /** What came beside the text and costs as much: thoughts, and the beginning of what could not be read to its end. */
  | { readonly type: 'unread'; readonly text: string }
  /** What the provider counted, where it counts. */
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number };

/** Who writes one generation: a model that is asked, and whoever weaves in what it leaves out. */
export type GenerationClient = {
  /** Makes one call, which is ended by who no longer reads it. */
  readonly ask: (request: CompletionRequest) => AsyncIterable<ModelPiece>;
  /** Writes what versions lack; the built-in writer, which is there for every content. */
  readonly fill: (gaps: Gaps) => Promise<readonly Filling[]>;
  /** Goes through long work in steps between which others may work, and gives what it returns. Throws once stopped. */
  readonly inSteps: <T>(steps: Generator<undefined, T>) => Promise<T>;
  /** The same to its end, also once stopped: what was written is not lost. */
  readonly toTheEnd: <T>(steps: Generator<undefined, T>) => Promise<T>;
  /** Ends all calls that are under way. */
  readonly leave: () => void;
  /** Whether nobody waits for the generation any more. */
  readonly isStopped: () => boolean;
};

/** A generation that failed after at least one version was finished; it brings what was. */
export class UnfinishedError extends ProblemError {
  readonly generation: FinishedGeneration;

  constructor(problem: ProblemError, generation: FinishedGeneration) {
    const { code, message: detail, retryAfterSeconds } = problem;
    super(code, { cause: problem, detail, retryAfterSeconds });
    this.generation = generation;
  }
}

/** Adds up what the provider counted over the calls of a generation. */
export function createUsageSum(price: TokenPrice | null) {
  let calls = 0;
  let counts = 0;
  let inputTokens = 0;
  let outputTokens = 0;
  return {
    note(piece: ModelPiece): void {
      if (piece.type === 'answer') calls += 1;
      if (piece.type !== 'usage') return;
      counts += 1;
      inputTokens += piece.inputTokens;
      outputTokens += piece.outputTokens;
    },
    /** Null where nobody counted, or not all of it. */
    sum(): Usage | null {
      if (counts === 0 || counts < calls) return null;
      return { inputTokens, outputTokens, costUsd: price && costOf({ inputTokens, outputTokens }, price) };
    },
  };
}
