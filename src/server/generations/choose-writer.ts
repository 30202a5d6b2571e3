import { builtInTerms } from '#core/generation/writing-job.ts';
import type { WritingTerms } from '#core/generation/writing-job.ts';
import type { ChatModel } from '#server/model/chat-model.ts';
import type { Writer } from '#server/observe/meter.ts';

import type { GenerationRequest } from './prepare-request.ts';

export type Writers = {
  /** Null where none is configured. */
  readonly model: ChatModel | null;
  /** Of the model. */
  readonly terms: WritingTerms;
};

export type ChosenWriter = {
  readonly name: Writer;
  /** Null: the built-in writer writes. */
  readonly model: ChatModel | null;
  readonly terms: WritingTerms;
};

/** The model, or the built-in writer where there is none or the request asks for it. */
export function chooseWriter({ model, terms }: Writers, { writer }: GenerationRequest): ChosenWriter {
  if (model === null || writer === 'built-in')
    return { name: 'built-in', model: null, terms: builtInTerms(terms) };
  return { name: 'model', model, terms };
}
