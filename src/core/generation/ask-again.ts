import { readMarkup } from '#core/links/link-markup.ts';
import type { ReplyEvent } from '#core/reply/reply-event.ts';
import { createReplyReader } from '#core/reply/reply-reader.ts';
import type { AskedEdit } from '#core/edits/edit.ts';
import { labelsFor } from '#core/links/link-labels.ts';
import { resolveLabels } from '#core/links/resolve-labels.ts';
import type { VersionName } from '#core/edits/version.ts';

import type { Desk } from './desk.ts';
import type { Draft } from './draft.ts';
import type { GenerationStep } from './generation-step.ts';
import type { ModelPiece } from './model-piece.ts';
import { repairRequest } from './repair-request.ts';
import type { MissingLinks } from './repair-request.ts';
import type { VersionDraft } from './version-draft.ts';
import type { WritingJob } from './writing-job.ts';

export type Asking = {
  readonly job: WritingJob;
  readonly draft: Draft;
  readonly desk: Desk;
  readonly note: (piece: ModelPiece) => void;
};

/**
 * Asks once more for the links that versions told in edits still lack, alone, in one short call. That it fails is no
 * failure of the generation, which goes on without it.
 */
export async function* askAgain({
  job,
  draft,
  desk,
  note,
}: Asking): AsyncGenerator<GenerationStep, void, undefined> {
  const missing = missingOf(draft);
  if (missing === null) return;
  const request = await desk.inSteps(repairRequest(job, missing, placesIn(draft)));
  if (request === null) return;
  const wanted = draft.versions.find(({ weaver }) => weaver.missing().length > 0)?.name;
  const reader = createReplyReader(job.document.content, wanted);
  const take = (events: readonly ReplyEvent[]) => events.flatMap((event) => takeEvent(job, draft, event));
  try {
    for await (const piece of desk.ask(request)) {
      note(piece);
      if (piece.type === 'text') yield* take(reader.feed(piece.text));
    }
    yield* take(reader.end());
  } catch (failure) {
    if (desk.isStopped()) throw failure;
  }
}

/** Null where nothing is missing. A version that the reply has left out lacks all links. */
function missingOf(draft: Draft): MissingLinks | null {
  const of = (name: VersionName) =>
    draft.versions.find((version) => version.name === name)?.weaver.missing() ?? [];
  const missing = { safe: of('safe'), exploratory: of('exploratory'), experimental: of('experimental') };
  return Object.values(missing).some((links) => links.length > 0) ? missing : null;
}

/** Where the model has tried to weave a link, by the numbers of sentences, in whatever version. */
function placesIn({ versions }: Draft): (url: string) => number[] {
  return (url) => versions.flatMap(({ weaver }) => weaver.triedAt(url));
}

/** A link that one version has already goes into the next that lacks it: some models leave out the markers. */
function takeEvent(job: WritingJob, draft: Draft, event: ReplyEvent): GenerationStep[] {
  if (event.type !== 'version-asked' || event.edit.action !== 'insert') return [];
  const version = draft.versions
    .toSorted((a, b) => Number(b.name === event.version) - Number(a.name === event.version))
    .find((each) => bringsMissing(job, each, event.edit));
  if (version === undefined) return [];
  const edit = version.weaver.take(event.edit, 'repair');
  return edit === null ? [] : [...draft.begin(version), ...draft.tell(version, edit)];
}

/** What else a model adds was not asked for. */
function bringsMissing({ document, links }: WritingJob, { weaver }: VersionDraft, asked: AskedEdit): boolean {
  const { text } = resolveLabels(asked.text, labelsFor(document.content, links));
  const missing = weaver.missing().map(({ url }) => url);
  return readMarkup(text, missing).some(({ type }) => type === 'link');
}
