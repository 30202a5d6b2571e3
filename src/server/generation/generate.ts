import { checkReply } from '#core/check/check-reply.ts';
import type { Report } from '#core/check/report.ts';
import type { ChosenLink } from '#core/link/link.ts';
import { ProblemError } from '#core/problem/problem.ts';
import type { ReplyEvent } from '#core/reply/reply-event.ts';
import { createReplyReader } from '#core/reply/reply-reader.ts';
import type { VersionName } from '#core/weave/version.ts';
import type { ChatModel, WritingJob } from '#server/model/chat-model.ts';

export type FinishedGeneration = {
  /** The user's content, unchanged. */
  readonly text: string;
  readonly links: readonly ChosenLink[];
  /** In link markup; the only links left are exact ones. */
  readonly versions: Readonly<Record<VersionName, string>>;
  readonly report: Report;
};

export type GenerationStep =
  | ReplyEvent
  | { readonly type: 'result'; readonly generation: FinishedGeneration };

/**
 * Has the model write once and yields the versions as they arrive, then the checked result.
 * Throws the model's problems, 'reply-empty', and 'provider-reply-broken' for a reply without any version.
 */
export async function* generate(
  model: ChatModel,
  job: WritingJob,
  signal: AbortSignal,
): AsyncGenerator<GenerationStep, void, undefined> {
  const reader = createReplyReader(job.content);
  const versions = { safe: '', exploratory: '', experimental: '' };
  let hasText = false;
  let hasVersion = false;

  function* collect(events: readonly ReplyEvent[]) {
    for (const event of events) {
      hasVersion = true;
      if (event.type === 'version-text') versions[event.version] += event.text;
      yield event;
    }
  }

  for await (const piece of model.write(job, signal)) {
    hasText ||= piece.trim() !== '';
    yield* collect(reader.feed(piece));
  }
  yield* collect(reader.end());
  if (!hasText) throw new ProblemError('reply-empty');
  if (!hasVersion) throw new ProblemError('provider-reply-broken');

  const { content: text, links } = job;
  yield { type: 'result', generation: { text, links, ...checkReply(versions, links, text) } };
}
