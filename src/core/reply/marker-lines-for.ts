import { readMarkerLine } from './marker-line.ts';
import { versionMarkers } from '#core/edits/version.ts';
import type { VersionName } from '#core/edits/version.ts';

/**
 * The marker lines to ask for: `VERSION: SAFE` and so on, as the specification has them. Where the user's own
 * text holds marker lines, a note sets these apart from them.
 */
export function markerLinesFor(content: string): Record<VersionName, string> {
  const own = ownMarkerLines(content);
  let note = '';
  for (let number = 1; own.size > 0; number += 1) {
    note = ` (reply ${number})`;
    if (!Object.values(withNote(note)).some((line) => own.has(line))) break;
  }
  return withNote(note);
}

/** The lines of the user's own text that read as marker lines of the asked form, trimmed. */
function ownMarkerLines(content: string): ReadonlySet<string> {
  if (!/version/iu.test(content)) return new Set();
  const lines = content.split('\n').map((line) => line.trim());
  return new Set(lines.filter((line) => readMarkerLine(line)?.isAsked === true));
}

function withNote(note: string): Record<VersionName, string> {
  return {
    safe: `VERSION: ${versionMarkers.safe}${note}`,
    exploratory: `VERSION: ${versionMarkers.exploratory}${note}`,
    experimental: `VERSION: ${versionMarkers.experimental}${note}`,
  };
}
