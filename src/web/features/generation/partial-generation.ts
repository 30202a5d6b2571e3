import { generationSchema } from '#contract/generations.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { checkEditedVersion } from '#core/report/check-edits.ts';
import type { Edit } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version.ts';
import { ApiError } from '#web/api/send.ts';

import type { PreparedOrder } from './generation-controller.ts';

/** The edits of each version that has arrived completely. */
export type CompleteVersions = ReadonlyMap<VersionName, readonly Edit[]>;

/**
 * Returns the failure with the complete versions, for the case that the connection to the server is lost. Returns it
 * unchanged if the server has sent a generation, or if there is nothing to keep.
 */
export function withCompleteVersions(
  failure: unknown,
  order: PreparedOrder,
  complete: CompleteVersions,
): unknown {
  // The check needs every link: it would not report a missing one that the page does not know.
  const isKept = complete.size > 0 && order.knownLinks.length === order.linkIds.length;
  if (!isKept || !(failure instanceof ApiError) || failure.generation !== null) return failure;
  const { code, message: detail, status } = failure;
  const generation = partialGeneration(order, complete);
  return new ApiError({ code, detail, status, generation }, { cause: failure });
}

/** Checks the versions as the server does. */
function partialGeneration(
  { content, knownLinks }: PreparedOrder,
  complete: CompleteVersions,
): FinishedGeneration {
  // An unfinished version has no text: one edit removes the whole content.
  const noText: Edit = { id: '', start: 0, end: content.length, text: '', by: 'model' };
  const links = knownLinks.map(
    ({ id, url, description }) => ({ id, url, description, integrations: 1 }) as const,
  );
  const checked = versionNames.map((name) => {
    const edits = complete.get(name);
    return { name, edits: edits ?? [], ...checkEditedVersion(content, edits ?? [noText], links) };
  });
  const of = (part: 'text' | 'edits' | 'report') =>
    Object.fromEntries(checked.map((version) => [version.name, version[part]]));
  return generationSchema.parse({
    text: content,
    links,
    versions: of('text'),
    edits: of('edits'),
    report: of('report'),
    unfinished: versionNames.filter((name) => !complete.has(name)),
    usage: null,
  });
}
