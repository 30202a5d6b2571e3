import { isOpeningFence, isRuleLine } from '#core/reply/lines/frame-line.ts';
import { readMarkerLine } from '#core/reply/marker-line.ts';
import { markFiltersFor, type MarkFilter } from './version-writer.ts';
import type { VersionName } from '#core/edits/version.ts';

/**
 * How many equal characters show that a text begins like the author's, and how many that it begins with one of the
 * author's lines.
 */
const beginningLength = 8;
const openingLength = 40;

/** The author's text, for comparison: lines of a reply that the author wrote are text, whatever they look like. */
export type OwnText = {
  /** Whether the author wrote the whole line. */
  has(line: string): boolean;
  holds(text: string): boolean;
  /** Whether the author wrote a line with nothing but the name of a version. */
  names(version: VersionName): boolean;
  /** Whether a text begins like the author's. Without an author's text, it always does. */
  begins(text: string): boolean;
  readonly opensWithFence: boolean;
  readonly endsWithRule: boolean;
  markFilter(): MarkFilter;
};

export function createOwnText(content: string): OwnText {
  const lines = new Set(content.split(/\r\n|\r|\n/u).map((line) => line.trim()));
  let named: ReadonlySet<VersionName> | null = null;
  const solid = content.trim();
  lines.delete('');
  return {
    has: (line) => lines.has(line.trim()),
    holds: (text) => content.includes(text),
    names(version) {
      named ??= new Set([...lines].flatMap((line) => readMarkerLine(line)?.version ?? []));
      return named.has(version);
    },
    begins(text) {
      if (solid === '') return true;
      const start = text.trimStart();
      const isEnough = start.length >= openingLength || start.includes('\n');
      const line = start.split('\n', 1)[0] ?? '';
      return (
        (start.length >= beginningLength && solid.startsWith(start.slice(0, beginningLength))) ||
        (isEnough && content.includes(line.slice(0, openingLength).trimEnd()))
      );
    },
    opensWithFence: isOpeningFence(solid.split('\n', 1)[0] ?? ''),
    endsWithRule: isRuleLine(solid.slice(solid.lastIndexOf('\n') + 1)),
    markFilter: markFiltersFor(content),
  };
}
