import type { Filling, Gaps } from '#core/template-writer/point-at-links.ts';

import type { ModelPiece } from './model-piece.ts';
import type { CompletionRequest } from './writing-job.ts';

/** Who writes one generation: a model that is asked, and whoever weaves in what it leaves out. */
export type Desk = {
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
