import type { Filling, Gaps } from '#core/built-in-writer/gaps.ts';
import { pointAtLinks } from '#core/built-in-writer/point-at-links.ts';
import { readLinkText, type LinkText, type ReadText } from '#core/link-files/read-text.ts';
import { compareText, type ComparedText, type RewrittenText } from '#core/edits/compare-text.ts';
import type { WritingTerms } from '#core/limits/terms.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import { relinkOffers, type RelinkOffer, type RelinkQuestion } from '#core/relink/relink-offers.ts';
import { checkVersions, type CheckedVersions, type VersionsToCheck } from '#core/report/report.ts';

import { prepareJob, type WritingRequest } from './prepare-job.ts';
import { repairRequest, type MissingLinks } from './repair.ts';
import type { WritingJob } from './writing-job.ts';

/** What a job is prepared from. */
export type JobRequest = { readonly request: WritingRequest; readonly terms: WritingTerms };

/** Work that takes long for a long content, or for many saved links. Input and output are plain data, for another thread. */
type LongTasks = {
  readonly prepare: { readonly input: JobRequest; readonly output: WritingJob };
  /** The built-in writer finds places for the links that versions lack. */
  readonly fill: { readonly input: Gaps; readonly output: readonly Filling[] };
  readonly compare: { readonly input: RewrittenText; readonly output: ComparedText };
  readonly repair: { readonly input: MissingLinks; readonly output: CompletionRequest | null };
  readonly readLinks: { readonly input: LinkText; readonly output: ReadText };
  readonly offer: { readonly input: RelinkQuestion; readonly output: readonly RelinkOffer[] };
  readonly check: { readonly input: VersionsToCheck; readonly output: CheckedVersions };
};

export type TaskName = keyof LongTasks;

/** A task as it is sent to another thread. */
export type Task<Name extends TaskName = TaskName> = {
  readonly [Each in Name]: { readonly name: Each; readonly input: LongTasks[Each]['input'] };
}[Name];

export type TaskOutput<Name extends TaskName> = LongTasks[Name]['output'];

/** Does a task, in this thread or another one. Throws what the task throws. */
export type RunTask = <Name extends TaskName>(task: Task<Name>) => Promise<TaskOutput<Name>>;

const tasks: { readonly [Name in TaskName]: (input: LongTasks[Name]['input']) => TaskOutput<Name> } = {
  prepare: ({ request, terms }) => prepareJob(request, terms),
  fill: pointAtLinks,
  compare: compareText,
  repair: repairRequest,
  readLinks: readLinkText,
  offer: ({ content, links, templates }) => relinkOffers(content, links, templates),
  check: checkVersions,
};

/** Does a task at once. */
export function runTask<Name extends TaskName>({ name, input }: Task<Name>): TaskOutput<Name> {
  return tasks[name](input);
}
