import { generationSchema } from '#contract/generations.ts';
import { checkEditedVersion } from '#core/report/check-edits.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';
import { orderEdits } from '#core/edits/apply-edits.ts';
import { versionNames } from '#core/edits/version.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { GenerationProgress } from '#web/api/generation-events.ts';

import type { PreparedOrder } from './generation-run.ts';

type ArrivedVersions = {
  take(event: GenerationProgress): void;
  /** The failure with the versions that had arrived whole, where it does not bring them itself. */
  addTo(failure: unknown): unknown;
};

/** Keeps what a server that is gone can no longer say: it is checked here as it would have been there. */
export function createArrivedVersions({ content, linkIds, knownLinks }: PreparedOrder): ArrivedVersions {
  const told: Readonly<Record<VersionName, Edit[]>> = { safe: [], exploratory: [], experimental: [] };
  const finished = new Set<VersionName>();

  function generation() {
    const links = knownLinks.map(
      ({ id, url, description }) => ({ id, url, description, integrations: 1 }) as const,
    );
    const perVersion = versionNames.map((name) => {
      const isFinished = finished.has(name);
      const edits = isFinished ? orderEdits(told[name]) : [];
      return { name, edits, ...checkEditedVersion(content, isFinished ? edits : [noText(content)], links) };
    });
    const of = (part: 'text' | 'edits' | 'report') =>
      Object.fromEntries(perVersion.map((version) => [version.name, version[part]]));
    return generationSchema.parse({
      text: content,
      links,
      versions: of('text'),
      edits: of('edits'),
      report: of('report'),
      unfinished: versionNames.filter((name) => !finished.has(name)),
      usage: null,
    });
  }

  return {
    take(event) {
      if (event.type === 'version-edit') told[event.version].push(event.edit);
      if (event.type === 'version-end') finished.add(event.version);
    },
    addTo(failure) {
      // A check that does not know every link would pass over some in silence.
      const isKept = finished.size > 0 && knownLinks.length === linkIds.length;
      if (!isKept || !(failure instanceof ApiError) || failure.generation !== null) return failure;
      const { code, message: detail, status } = failure;
      return new ApiError({ code, detail, status, generation: generation() }, { cause: failure });
    },
  };
}

/** An unfinished version has no text at all. */
function noText(content: string): Edit {
  return { id: '', start: 0, end: content.length, text: '', by: 'model' };
}
