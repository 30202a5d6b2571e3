import { ProblemError } from '#core/errors/problem-messages.ts';
import type { Tokens } from '#core/generation/finished-generation.ts';
import type {
  Call,
  CompletionRequest,
  ModelPiece,
  TakePiece,
  TokenPrice,
  WritingJob,
} from '#core/generation/writing-job.ts';

import {
  estimateTokens,
  inputTokensAtMost,
  instructionTokens,
  repairShare,
  type Tokenizer,
} from './tokens.ts';

/** In US dollars. */
export function costOf({ inputTokens, outputTokens }: Tokens, price: TokenPrice): number {
  return (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}

/** The output tokens of a call without a limit: more than three versions of the longest content need. */
const uncapped = 128_000;

/** Returns the most tokens that one call can use. */
export function tokensAtMost({ prompt, maxOutputTokens }: CompletionRequest): Tokens {
  const inputTokens = inputTokensAtMost([prompt.system, prompt.user]);
  return { inputTokens, outputTokens: outputAtMost(maxOutputTokens) };
}

const outputAtMost = (limit: number | null) => limit ?? uncapped;

/** Returns the most tokens that the first calls can use together. */
function firstTokens({ parts }: WritingJob): Tokens {
  return parts.map(tokensAtMost).reduce(sumOf, { inputTokens: 0, outputTokens: 0 });
}

/** Returns the most tokens that the job can use, including the repair call if edits are asked for. */
export function tokensOfJob(job: WritingJob): Tokens {
  const first = firstTokens(job);
  return isAskedInEdits(job) ? sumOf(first, repairTokens(job, first)) : first;
}

/**
 * Returns the most tokens that the repair call can use: its share, and the instructions once more.
 *
 * @param first of the first calls
 */
export function repairTokens(job: WritingJob, first = firstTokens(job)): Tokens {
  const { inputTokens, outputTokens } = first;
  return {
    inputTokens: Math.ceil(inputTokens * repairShare) + instructionTokens(job.instructions),
    outputTokens: Math.ceil(outputTokens * repairShare),
  };
}

export function isAskedInEdits({ terms, only }: WritingJob): boolean {
  return terms.protocol === 'edits' || only !== null;
}

export function sumOf(a: Tokens, b: Tokens): Tokens {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}

/** An answer may be longer than its limit by this, because our token count is only an estimate. */
const margin = { factor: 1.25, tokens: 200 };
/** How many UTF-16 units of text are counted at once. */
const stretchLength = 400;

/** Returns the limit of an answer, in output tokens. Longer answers are cut, and no more tokens are booked. */
export function answerLimit({ maxOutputTokens }: CompletionRequest): number {
  return Math.ceil(outputAtMost(maxOutputTokens) * margin.factor) + margin.tokens;
}

/**
 * Starts a call. If the text and the thoughts of its answer exceed `answerLimit`, it cuts off the rest, ends the call,
 * and rejects with 'provider-output-limit'.
 */
export function limitAnswer(
  start: (take: TakePiece) => Call,
  request: CompletionRequest,
  take: TakePiece,
  tokenizer: Tokenizer | undefined,
): Call {
  const most = answerLimit(request);
  let tokens = 0;
  let stretch = '';

  /** Returns the part of the text that is within the limit. */
  function within(text: string): string {
    stretch += text;
    if (stretch.length < stretchLength) return text;
    const before = tokens;
    tokens += estimateTokens(stretch, tokenizer);
    stretch = '';
    return tokens > most ? text.slice(0, most - before) : text;
  }

  async function takeLast(piece: ModelPiece): Promise<void> {
    // Without this, the call would go on while the last piece is read.
    call.leave();
    await take(piece);
    throw new ProblemError('provider-output-limit');
  }

  const call = start((piece) => {
    const kept = 'text' in piece ? { ...piece, text: within(piece.text) } : piece;
    return tokens > most ? takeLast(kept) : take(kept);
  });
  const ended = call.ended.catch((failure: unknown) => {
    throw tokens > most ? new ProblemError('provider-output-limit') : failure;
  });
  return { ...call, ended };
}
