import { createCaseAnswers } from '#provider/corpus/answer-case.ts';
import type { CorpusCase } from '#provider/corpus/corpus-cases.ts';
import { pacedAnswer } from '#provider/paced-answer.ts';
import { startProvider } from '#provider/provider.ts';
import { refuse } from '#provider/steps.ts';
import { writeFromPrompt } from '#provider/write-from-prompt.ts';

/** The usual speed of a good model, in tokens a second. */
export const tokensPerSecond = 25;

export type PlayedProvider = {
  readonly baseUrl: string;
  /** Returns the number of calls for a case. */
  callsAbout(entry: CorpusCase): number;
  close(): Promise<void>;
};

/** Starts a provider that plays the recorded answers at a model's speed, multiplied by `speed`. */
export async function startPlayedProvider(
  cases: readonly CorpusCase[],
  speed: number,
): Promise<PlayedProvider> {
  const answerOf = createCaseAnswers(cases);
  const calls = new Map<string, number>();
  const { baseUrl, close } = await startProvider({
    for({ body }) {
      if (body === null) return refuse(400);
      const answer = answerOf(body);
      if (answer !== null) calls.set(answer.entry.id, (calls.get(answer.entry.id) ?? 0) + 1);
      const text = answer?.text ?? writeFromPrompt(body.messages);
      return pacedAnswer(text, body, { tokensPerSecond: tokensPerSecond * speed });
    },
  });
  return { baseUrl, close, callsAbout: ({ id }) => calls.get(id) ?? 0 };
}
