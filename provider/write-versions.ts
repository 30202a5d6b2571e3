import { documentOf } from '#core/document/document.ts';
import { atOnce } from '#core/steps/at-once.ts';
import type { ChosenLink } from '#core/link/link.ts';
import { markerLinesFor } from '#core/reply/marker-lines-for.ts';
import { pointAtLinks } from '#core/template-writer/point-at-links.ts';
import { applyEdits } from '#core/weave/apply-edits.ts';
import type { Edit } from '#core/weave/edit.ts';
import { numberSentences } from '#core/weave/numbered-text.ts';
import { versionNames } from '#core/weave/version.ts';
import type { VersionName } from '#core/weave/version.ts';
import { createWeaver } from '#core/weave/weaver.ts';

/** What one version adds to the content. */
export type Version = { readonly name: VersionName; readonly edits: readonly Edit[] };

/** All versions with the built-in writer's words; what no passage is about stands at the end, in safe too. */
export function writeVersions(content: string, links: readonly ChosenLink[]): Version[] {
  const document = documentOf(content);
  const numbered = numberSentences(document);
  const versions = versionNames.map((name) => ({ name, links, edits: [] }));
  const fillings = atOnce(pointAtLinks({ document, numbered, versions, avoid: [] }));
  return versionNames.map((name) => {
    const weaver = createWeaver({ document, numbered, version: name, links });
    for (const { version, asked } of fillings) if (version === name) weaver.take(asked, 'built-in');
    return { name, edits: weaver.edits() };
  });
}

/** The same as a model tells whole texts. */
export function writeReply(content: string, links: readonly ChosenLink[]): string {
  const markers = markerLinesFor(content);
  return writeVersions(content, links)
    .map(({ name, edits }) => `${markers[name]}\n${applyEdits(content, edits)}\n\n`)
    .join('');
}
