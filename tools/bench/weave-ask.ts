import { writeCompletion } from '#llm-client/write-completion.ts';
import type { ModelPiece } from '#core/generation/generation-client.ts';
import type { Prompt } from '#core/prompt/prompt.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { createUndiciTransport } from '#server/model/chat-model.ts';
import type { ModelConfig } from '#server/config/config.ts';

export type Request = { readonly prompt: Prompt; readonly maxOutputTokens: number };

export type Reply = {
  readonly text: string;
  /** Null if the provider does not report it. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
  readonly seconds: number;
  /** The code of the failure; empty if the answer is complete. */
  readonly failure: string;
};

const transport = createUndiciTransport();

/** Asks a provider as the server does. Returns the answer unchanged. */
export async function askModel(model: ModelConfig, request: Request): Promise<Reply> {
  const { baseUrl, apiKey, temperature } = model;
  const settings = { baseUrl, apiKey, model: model.model, temperature };
  const job = { ...request, purpose: 'write' } as const;
  const began = performance.now();
  let text = '';
  let usage: Reply['usage'] = null;
  let failure = '';
  try {
    const limits = { totalMs: model.timeoutMs };
    const { signal } = new AbortController();
    const take = (piece: ModelPiece) => {
      if (piece.type === 'text') text += piece.text;
      if (piece.type === 'usage') usage = piece;
    };
    await writeCompletion({ settings, transport }, job, { take, signal }, { limits }).ended;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    failure = error.code;
  }
  return { text, usage, seconds: (performance.now() - began) / 1000, failure };
}
