import type { ChosenLink } from '#core/link/link.ts';
import type { Prompt } from '#core/prompt/write-prompt.ts';

/** One piece of writing: the prompt for a model that reads prompts, and what the prompt was made from. */
export type WritingJob = {
  readonly prompt: Prompt;
  readonly content: string;
  readonly links: readonly ChosenLink[];
};

/** The port behind which a model stands. */
export type ChatModel = {
  /**
   * Yields the reply's text as it arrives, in pieces of any size.
   * Throws a `ProblemError` that names what went wrong; ends the call upstream as soon as `signal` aborts.
   */
  write(job: WritingJob, signal: AbortSignal): AsyncIterable<string>;
};
