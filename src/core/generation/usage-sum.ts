import { costOf } from '#core/limits/token-price.ts';
import type { TokenPrice } from '#core/limits/token-price.ts';

import type { Usage } from './finished-generation.ts';
import type { ModelPiece } from './model-piece.ts';

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
