import { parseDocument } from '#core/document/document.ts';
import { applyEdits } from '#core/edits/edit.ts';
import { createVersionBuilder } from '#core/edits/version-builder.ts';
import { versionNames } from '#core/edits/version-names.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { markerLinesFor } from '#core/reply/lines.ts';
import { createReplyReader } from '#core/reply/reply-reader.ts';

import { recordingOf, type CorpusCase } from './corpus-cases.ts';
import { lineOf } from './write-edits.ts';
import type { WantedEdits } from './wanted-edits.ts';

/** Returns three whole texts: the recorded ones, or the content with the edits. */
export function writeTexts(entry: CorpusCase, wanted: WantedEdits): string {
  const recorded = recordingOf('rewrite', entry.id);
  if (recorded !== null) return recorded;
  const { content, links } = entry;
  const markers = markerLinesFor(content);
  const document = parseDocument(content);
  const numbered = numberSentences(document);
  const sections = versionNames.map((name) => {
    // This version takes every edit of a good answer.
    const builder = createVersionBuilder({ document, numbered, version: 'experimental', links });
    const reader = createReplyReader('', name);
    const answer = wanted[name].map(lineOf).join('\n');
    for (const event of [...reader.feed(answer), ...reader.end()])
      if (event.type === 'version-edit') builder.place(event.edit, 'model');
    return `${markers[name]}\n${applyEdits(content, builder.edits())}`;
  });
  return `${sections.join('\n')}\n`;
}
