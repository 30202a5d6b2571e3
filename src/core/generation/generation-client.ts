import type { CompletionRequest } from '#core/prompt/prompt.ts';

import type { RunTask } from './long-tasks.ts';

/** What a model sends while it writes. */
export type ModelPiece =
  /** The call may cost money: its answer has begun or may still arrive. The built-in writer never sends this. */
  | { readonly type: 'answer' }
  | { readonly type: 'text'; readonly text: string }
  /** Output besides the text that costs as much: thoughts, and the beginning of an answer that could not be read. */
  | { readonly type: 'unread'; readonly text: string }
  /** The provider's token count, if it sends one. */
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number };

/** Gets the pieces of an answer, one after the other. The call reads on when the promise has resolved. */
export type OnPiece = (piece: ModelPiece) => void | Promise<void>;

export type Call = {
  /** Resolves at the end of the answer. Rejects with the failure of the call or of `onPiece`. */
  readonly ended: Promise<void>;
  /** Ends the call at once. */
  readonly leave: () => void;
};

/** What a generation needs: a model to call, and somebody who does the long work. */
export type GenerationClient = {
  /** Starts one call. Throws if it must not be made. */
  readonly ask: (request: CompletionRequest, onPiece: OnPiece) => Call;
  /** Throws once the generation is stopped. Only 'check' runs also then, so that written versions are not lost. */
  readonly run: RunTask;
  /** Whether the generation was stopped. */
  readonly isStopped: () => boolean;
};
