import { generationSchema } from '#contract/generations.ts';
import { checkEditedVersion } from '#core/report/check-edits.ts';
import type { Edit } from '#core/edits/edit.ts';
import { orderEdits } from '#core/edits/order-edits.ts';
import { versionNames } from '#core/edits/version.ts';
import type { VersionName } from '#core/edits/version.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { VersionEvent } from '#web/api/generation-events.ts';

import type { PreparedOrder } from './generation-controller.ts';

type ArrivedVersions = {
  take(event: VersionEvent): void;
  /** Returns the failure with the complete versions, unless it already carries a generation. */
  addTo(failure: unknown): unknown;
};

/** Keeps the versions that arrived completely, for the case that the server is lost. Checks them as the server does. */
export function createArrivedVersions({ content, linkIds, knownLinks }: PreparedOrder): ArrivedVersions {
  const arrived: Readonly<Record<VersionName, Edit[]>> = { safe: [], exploratory: [], experimental: [] };
  const finished = new Set<VersionName>();

  function generation() {
    const links = knownLinks.map(
      ({ id, url, description }) => ({ id, url, description, integrations: 1 }) as const,
    );
    const perVersion = versionNames.map((name) => {
      const isFinished = finished.has(name);
      const edits = isFinished ? orderEdits(arrived[name]) : [];
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
      if (event.type === 'version-edit') arrived[event.version].push(event.edit);
      if (event.type === 'version-end') finished.add(event.version);
    },
    addTo(failure) {
      // The check needs every link: it would not report a missing one that the page does not know.
      const isKept = finished.size > 0 && knownLinks.length === linkIds.length;
      if (!isKept || !(failure instanceof ApiError) || failure.generation !== null) return failure;
      const { code, message: detail, status } = failure;
      return new ApiError({ code, detail, status, generation: generation() }, { cause: failure });
    },
  };
}

/** Returns the edit that removes the whole content: an unfinished version has no text. */
function noText(content: string): Edit {
  return { id: '', start: 0, end: content.length, text: '', by: 'model' };
}
