import { costOf, type TokenPrice } from '#core/limits/token-count.ts';
import type { Filling, Gaps } from '#core/template-writer/point-at-links.ts';

import type { Usage } from './finished-generation.ts';
import type { CompletionRequest } from './writing-job.ts';

/** What a model sends while it writes. */
export type ModelPiece =
  /**
   * The answer has begun, or it may still come although nobody waits for it: the call may cost money. The built-in
   * writer never sends this.
   */
  | { readonly type: 'answer' }
  | { readonly type: 'text'; readonly text: string }
  /** Output besides the text that costs as much: thoughts, and the beginning of an answer that could not be read. */
  | { readonly type: 'unread'; readonly text: string }
  /** The provider's token count, if it sends one. */
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number };

/** What a generation needs to be written: a model to call, and a writer for the links that the model leaves out. */
export type GenerationClient = {
  /** Makes one call. It ends when its reader stops. */
  readonly ask: (request: CompletionRequest) => AsyncIterable<ModelPiece>;
  /** Writes what versions lack, with the built-in writer. It works for every content. */
  readonly fill: (gaps: Gaps) => Promise<readonly Filling[]>;
  /** Runs long work with pauses between its steps, and returns its result. Throws once the generation is stopped. */
  readonly inSteps: <T>(steps: Generator<undefined, T>) => Promise<T>;
  /** Does the same, but also finishes after a stop, so that what was written is not lost. */
  readonly toTheEnd: <T>(steps: Generator<undefined, T>) => Promise<T>;
  /** Ends all calls that are running. */
  readonly leave: () => void;
  /** Whether the generation was stopped. */
  readonly isStopped: () => boolean;
};

/** Adds up the provider's counts over all calls of a generation. */
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
    /** Returns the sum. Null: at least one call was not counted. */
    sum(): Usage | null {
      if (counts === 0 || counts < calls) return null;
      return { inputTokens, outputTokens, costUsd: price && costOf({ inputTokens, outputTokens }, price) };
    },
  };
}
