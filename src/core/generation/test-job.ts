import type { Relink } from '#core/edits/edit.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import type { LinkToWeave } from '#core/links/link.ts';
import { limitsOf } from '#core/limits/known-models.ts';

import type { Call, GenerationClient, ModelPiece, OnPiece } from './generation-client.ts';
import type { CompletionRequest, OnlyVersion } from '#core/prompt/prompt.ts';
import type { WritingJob } from './writing-job.ts';
import type { WritingTerms } from '#core/limits/terms.ts';
import { runTask, type RunTask } from './long-tasks.ts';
import { prepareJob } from './prepare-job.ts';

const testTerms: WritingTerms = {
  maxContentChars: 100_000,
  protocol: 'edits',
  model: limitsOf('gpt-4o', { contextWindow: null, outputLimit: null }),
  price: null,
};

type More = {
  readonly terms?: Partial<WritingTerms>;
  readonly only?: OnlyVersion;
  readonly instructions?: string;
  readonly relinks?: readonly Relink[];
};

export function testJob(
  content: string,
  links: readonly LinkToWeave[],
  { terms, ...more }: More = {},
): WritingJob {
  const chosen = links.map((link, index) => ({ ...link, id: `${index}` }));
  return prepareJob({ content, links: chosen, ...more }, { ...testTerms, ...terms });
}

/** Returns a text with link markup as a reader sees it. */
export function visibleText(text: string, links: readonly LinkToWeave[]): string {
  const urls = links.map(({ url }) => url);
  return readMarkup(text, urls)
    .map((segment) => (segment.type === 'text' ? segment.text : segment.anchor))
    .join('');
}

/** Returns the pieces of the answer to a request, or throws. */
export type TestAnswers = (request: CompletionRequest) => AsyncIterable<ModelPiece>;

/** Returns a call with these pieces. */
export function testCall(pieces: AsyncIterable<ModelPiece>, take: OnPiece): Call {
  const iterator = pieces[Symbol.asyncIterator]();
  let refuse: ((error: Error) => void) | null = null;
  const left = new Promise<never>((_resolve, reject) => {
    refuse = reject;
  });
  async function read(): Promise<void> {
    for (;;) {
      const step = await Promise.race([iterator.next(), left]);
      if (step.done === true) return;
      await take(step.value);
    }
  }
  return {
    ended: read(),
    leave() {
      refuse?.(new Error('The call was left.'));
      void iterator.return?.();
    },
  };
}

/** Does all work at once. */
export const runTest: RunTask = async (task) => runTask(task);

/** Returns a client whose model answers with `answers`. */
export function testClient(answers: TestAnswers, more: Partial<GenerationClient> = {}): GenerationClient {
  return {
    ask: (request, take) => testCall(answers(request), take),
    run: runTest,
    isStopped: () => false,
    ...more,
  };
}
