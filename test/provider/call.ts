import type { ProviderSettings, Transport } from '#llm-client/request/transport.ts';
import { writeCompletion, type CompletionOptions } from '#llm-client/write-completion.ts';
import type { ModelPiece } from '#core/generation/generation-client.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { createUndiciTransport } from '#server/model/chat-model.ts';

import type { Answer } from './exchange.ts';
import type { Provider } from './provider.ts';

type CallOptions = CompletionOptions & {
  readonly settings?: Partial<ProviderSettings>;
  readonly maxOutputTokens?: number;
  readonly signal?: AbortSignal;
  readonly transport?: Transport;
};

/** The result of a call: the text of the model, and the failure, if there was one. */
type Outcome = {
  readonly text: string;
  /** Neighbouring texts are joined, because the network decides where they are cut. */
  readonly pieces: readonly ModelPiece[];
  readonly problem: ProblemError | null;
};

const usualTransport = createUndiciTransport();

/** Calls a local provider with our client. The provider gives this answer. */
export function call(provider: Provider, answer: Answer, options: CallOptions = {}): Promise<Outcome> {
  provider.answerWith(answer);
  return callAt(provider.baseUrl, options);
}

/** Calls a provider at this address with our client. */
export async function callAt(baseUrl: string, options: CallOptions = {}): Promise<Outcome> {
  const { settings, maxOutputTokens = null, ...others } = options;
  const { signal = new AbortController().signal, transport = usualTransport, ...rest } = others;
  const usual = { baseUrl, apiKey: 'sk-test-0123456789', model: 'gpt-4', temperature: 0.7 };
  const prompt = { system: 'Be an editor.', user: 'Weave.' };
  const request: CompletionRequest = { purpose: 'write', prompt, maxOutputTokens };
  const pieces: ModelPiece[] = [];
  // With the random number 1, the waits are shortest: 375 ms before the first retry, 750 ms before the second.
  const chosen = { random: () => 1, ...rest };
  const outcome = (problem: ProblemError | null) => ({ text: textOf(pieces), pieces, problem });
  try {
    const take = (piece: ModelPiece) => addPiece(pieces, piece);
    const chosenProvider = { settings: { ...usual, ...settings }, transport };
    await writeCompletion(chosenProvider, request, { take, signal }, chosen).ended;
    return outcome(null);
  } catch (error) {
    if (error instanceof ProblemError) return outcome(error);
    throw error;
  }
}

/** Returns the failure of a call that must fail. */
export async function failureOf(
  provider: Provider,
  answer: Answer,
  options: CallOptions = {},
): Promise<ProblemError> {
  const { problem } = await call(provider, answer, options);
  if (problem === null) throw new Error('The call did not fail.');
  return problem;
}

function addPiece(pieces: ModelPiece[], piece: ModelPiece): void {
  const last = pieces.at(-1);
  if (piece.type === 'text' && last?.type === 'text')
    pieces.splice(-1, 1, { type: 'text', text: last.text + piece.text });
  else pieces.push(piece);
}

function textOf(pieces: readonly ModelPiece[]): string {
  return pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('');
}
