import { generationSchema } from '#contract/generations.ts';
import { checkEditedVersion } from '#core/check/check-edits.ts';
import { checkReply } from '#core/check/check-reply.ts';
import type { Edit } from '#core/weave/edit.ts';
import { editsOfTexts } from '#core/weave/edits-of-text.ts';
import { orderEdits } from '#core/weave/order-edits.ts';
import { versionNames } from '#core/weave/version.ts';
import type { VersionName } from '#core/weave/version.ts';
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
  const texts = { safe: '', exploratory: '', experimental: '' };
  const told = new Map<VersionName, Edit[]>();
  const finished = new Set<VersionName>();

  /** Beside others that are told in edits, a version that nothing is told of is the content as it is. */
  const isTold = (name: VersionName) => finished.has(name) && texts[name] === '' && told.size > 0;
  const textOf = (name: VersionName) => (finished.has(name) ? texts[name] : '');

  function generation() {
    const links = knownLinks.map(
      ({ id, url, description }) => ({ id, url, description, integrations: 1 }) as const,
    );
    const whole = {
      safe: textOf('safe'),
      exploratory: textOf('exploratory'),
      experimental: textOf('experimental'),
    };
    const checked = checkReply(whole, links, content);
    const versions = { ...checked.versions };
    const report = { ...checked.report };
    const edits = { ...editsOfTexts(content, versions) };
    for (const name of versionNames.filter(isTold)) {
      edits[name] = orderEdits(told.get(name) ?? []);
      ({ text: versions[name], report: report[name] } = checkEditedVersion(content, edits[name], links));
    }
    const unfinished = versionNames.filter((name) => !finished.has(name));
    return generationSchema.parse({ text: content, links, versions, edits, report, unfinished, usage: null });
  }

  return {
    take(event) {
      if (event.type === 'version-text') texts[event.version] += event.text;
      if (event.type === 'version-edit') {
        const edits = [...(told.get(event.version) ?? []), event.edit];
        told.set(
          event.version,
          edits.sort((a, b) => a.start - b.start || a.end - b.end),
        );
      }
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
