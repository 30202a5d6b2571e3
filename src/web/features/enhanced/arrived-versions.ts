import { generationSchema } from '#contract/generations.ts';
import { checkReply } from '#core/check/check-reply.ts';
import { applyEdits } from '#core/weave/apply-edits.ts';
import type { Edit } from '#core/weave/edit.ts';
import { editsOfTexts } from '#core/weave/edits-of-text.ts';
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

  function textOf(name: VersionName): string {
    if (!finished.has(name)) return '';
    const edits = told.get(name) ?? [];
    // Beside others that are told in edits, a version without any is the content as it is.
    const isUnchanged = texts[name] === '' && told.size > 0;
    return edits.length > 0 || isUnchanged ? applyEdits(content, edits) : texts[name];
  }

  function generation() {
    const links = knownLinks.map(
      ({ id, url, description }) => ({ id, url, description, integrations: 1 }) as const,
    );
    const [safe, exploratory, experimental] = versionNames.map(textOf);
    const checked = checkReply(
      { safe: safe ?? '', exploratory: exploratory ?? '', experimental: experimental ?? '' },
      links,
      content,
    );
    const edits = { ...editsOfTexts(content, checked.versions) };
    for (const [name, of] of told) if (applyEdits(content, of) === checked.versions[name]) edits[name] = of;
    const unfinished = versionNames.filter((name) => !finished.has(name));
    return generationSchema.parse({ text: content, links, ...checked, edits, unfinished, usage: null });
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
