import { checkReply } from '#core/check/check-reply.ts';
import { costOf } from '#core/model/token-price.ts';
import { ProblemError } from '#core/problem/problem.ts';
import type { ReplyEvent } from '#core/reply/reply-event.ts';
import { createReplyReader } from '#core/reply/reply-reader.ts';
import type { Edit } from '#core/weave/edit.ts';
import { editsOfTexts } from '#core/weave/edits-of-text.ts';
import { versionNames } from '#core/weave/version.ts';
import type { VersionName } from '#core/weave/version.ts';

import type { FinishedGeneration, Usage } from './finished-generation.ts';
import type { ModelPiece } from './model-piece.ts';
import { UnfinishedError } from './unfinished-error.ts';
import type { WritingJob } from './writing-job.ts';

type AskedEvent = Extract<ReplyEvent, { readonly type: 'version-asked' | 'version-unreadable' }>;

export type GenerationStep =
  | Exclude<ReplyEvent, AskedEvent>
  | { readonly type: 'version-edit'; readonly version: VersionName; readonly edit: Edit }
  | { readonly type: 'result'; readonly generation: FinishedGeneration };

/**
 * Reads what a model writes and yields the versions as they arrive, then the checked result.
 * Throws the model's problems, 'reply-empty', and 'provider-reply-broken' for a reply without any version; where a
 * version was finished before the failure, an `UnfinishedError` brings it.
 */
export async function* generate(
  pieces: AsyncIterable<ModelPiece>,
  job: WritingJob,
): AsyncGenerator<GenerationStep, void, undefined> {
  const reader = createReplyReader(job.content);
  const draft = createDraft(job);
  try {
    for await (const piece of pieces) {
      draft.note(piece);
      if (piece.type !== 'text') continue;
      yield* draft.take(reader.feed(piece.text));
    }
    yield* draft.take(reader.end());
  } catch (failure) {
    throw draft.withFinished(failure);
  }
  yield { type: 'result', generation: draft.whole() };
}

/** The versions as far as they have come. */
function createDraft(job: WritingJob) {
  const versions = { safe: '', exploratory: '', experimental: '' };
  const finished = new Set<VersionName>();
  let hasText = false;
  let hasVersion = false;
  let usage: Usage | null = null;

  function generationWith(unfinished: readonly VersionName[]): FinishedGeneration {
    const kept = { ...versions };
    for (const name of unfinished) kept[name] = '';
    const { content: text, links } = job;
    const checked = checkReply(kept, links, text);
    return { text, links, ...checked, edits: editsOfTexts(text, checked.versions), unfinished, usage };
  }

  return {
    note(piece: ModelPiece) {
      if (piece.type === 'text') hasText ||= piece.text.trim() !== '';
      if (piece.type !== 'usage') return;
      const { inputTokens, outputTokens } = piece;
      usage = { inputTokens, outputTokens, costUsd: job.price === null ? null : costOf(piece, job.price) };
    },
    *take(events: readonly ReplyEvent[]): Generator<GenerationStep> {
      for (const event of events) {
        hasVersion = true;
        if (event.type === 'version-asked' || event.type === 'version-unreadable') continue;
        if (event.type === 'version-text') versions[event.version] += event.text;
        if (event.type === 'version-end') finished.add(event.version);
        yield event;
      }
    },
    whole(): FinishedGeneration {
      if (!hasText) throw new ProblemError('reply-empty');
      if (!hasVersion) throw new ProblemError('provider-reply-broken');
      return generationWith([]);
    },
    withFinished(failure: unknown): unknown {
      if (finished.size === 0 || !(failure instanceof ProblemError)) return failure;
      return new UnfinishedError(failure, generationWith(versionNames.filter((name) => !finished.has(name))));
    },
  };
}
