import { linesOf } from '#core/document/lines.ts';
import type { Document, Part } from '#core/document/document.ts';

/** How the content sets its lines; additions follow it. */
export type Layout = {
  /** Spaces between two sentences. */
  readonly gap: string;
  /** Width at which whole paragraphs are wrapped by hand, or null. */
  readonly width: number | null;
};

/** How one paragraph sets its lines. */
export type Setting = 'running' | 'wrapped' | 'sentence-lines';

const widest = 130;

export function layoutOf(document: Document): Layout {
  const sample = document.content.slice(0, 50_000);
  const double = sample.match(/[.!?] {2}(?=\S)/g)?.length ?? 0;
  const single = sample.match(/[.!?] (?=\S)/g)?.length ?? 0;
  return { gap: double > single && double > 2 ? '  ' : ' ', width: widthOf(document) };
}

function widthOf(document: Document): number | null {
  const widths: number[] = [];
  for (const part of document.parts) {
    if (part.kind !== 'prose' || widths.length > 200) continue;
    const lengths = lengthsOf(document, part);
    if (lengths.length >= 3 && !breaksBySentence(document, part)) widths.push(...lengths.slice(0, 50));
  }
  const usual = widths.toSorted((a, b) => a - b)[Math.floor(widths.length * 0.9)];
  return usual === undefined || usual > widest || usual < 30 ? null : usual;
}

export function settingOf(document: Document, part: Part | undefined, layout: Layout): Setting {
  if (part === undefined) return layout.width === null ? 'running' : 'wrapped';
  const lengths = lengthsOf(document, part);
  if (lengths.length >= 2 && breaksBySentence(document, part)) return 'sentence-lines';
  const wraps = layout.width !== null && lengths.every((length) => length <= widest);
  return wraps && (lengths.length > 1 || (lengths[0] ?? 0) <= (layout.width ?? 0)) ? 'wrapped' : 'running';
}

function lengthsOf(document: Document, part: Part): number[] {
  return linesOf(sampleOf(document, part)).map((line) => line.text.trimEnd().length);
}

/** The first lines of a paragraph show how it is set. */
function sampleOf({ content }: Document, part: Part): string {
  return content.slice(part.start, Math.min(part.end, part.start + 4000));
}

/** Whether each line of the paragraph holds whole sentences. */
function breaksBySentence(document: Document, part: Part): boolean {
  const lines = linesOf(sampleOf(document, part)).filter((line) => line.text.trim() !== '');
  const whole = lines.slice(0, -1).filter((line) => /[.!?:…]["'”’)*_]*\s*$/.test(line.text.slice(-60)));
  return lines.length > 1 && whole.length >= 0.75 * (lines.length - 1);
}
