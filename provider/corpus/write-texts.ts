import { markerLinesFor } from '#core/reply/lines.ts';
import { applyEdits } from '#core/edits/edit.ts';
import { versionNames } from '#core/edits/version-names.ts';

import { recordingOf, type CorpusCase } from './corpus-cases.ts';
import type { WantedEdit, WantedEdits } from './wanted-edits.ts';

/** Returns three whole texts: the recorded ones, or the content with the edits. */
export function writeTexts(entry: CorpusCase, wanted: WantedEdits): string {
  const recorded = recordingOf('rewrite', entry.id);
  if (recorded !== null) return recorded;
  const markers = markerLinesFor(entry.content);
  const sections = versionNames.map((name) => {
    const edits = wanted[name].map((edit) => ({ ...edit, text: inPlace(edit, entry) }));
    return `${markers[name]}\n${applyEdits(entry.content, edits)}`;
  });
  return `${sections.join('\n')}\n`;
}

function inPlace({ start, end, text }: WantedEdit, { links }: CorpusCase): string {
  const linked = text.replaceAll(
    /\(\(L(\d+)\)\)/gu,
    (_, label) => `((${links[Number(label) - 1]?.url ?? ''}))`,
  );
  return start === end ? ` ${linked}` : linked;
}
