import { plainSentences } from '#core/document/sentences.ts';
import type { Document, Part } from '#core/document/document.ts';
import type { Span } from '#core/document/spans.ts';

/** Sentences that belong together. A link fits or does not fit a passage as a whole. */
export type Passage = Span & {
  readonly sentences: readonly Span[];
  /** The heading above it. */
  readonly heading: Span | null;
  /** Spans without words of the text: code, tags, addresses. */
  readonly opaque: readonly Span[];
  /** From 0 to 1: how suitable the place is for a link. */
  readonly quality: number;
};

const passageLength = 480;
const sentenceLength = 1000;
const stretchLength = 8192;
const listQuality = 0.75;

/**
 * Returns the passages of a content, in order. Content that consists only of code or quotations is read as plain
 * text.
 */
export function* passagesOf(document: Document): Generator<undefined, Passage[]> {
  const passages: Passage[] = [];
  let heading: Span | null = null;
  for (const [number, part] of document.parts.entries()) {
    if (number % 200 === 199) yield;
    if (part.kind === 'heading') heading = part;
    if (part.kind === 'prose' || part.kind === 'list') {
      const sentences = part.kind === 'prose' ? part.sentences : linesOf(document.content, part);
      const quality = part.kind === 'prose' ? 1 : listQuality;
      let hidden = 0;
      for (const [at, group] of groupsOf(sentences.flatMap(cut)).entries()) {
        if (at % 200 === 199) yield;
        while ((part.opaque[hidden]?.end ?? Infinity) <= group.start) hidden += 1;
        const opaque: Span[] = [];
        for (let next = hidden; (part.opaque[next]?.start ?? Infinity) < group.end; next += 1)
          opaque.push(...part.opaque.slice(next, next + 1));
        passages.push({ ...group, heading, opaque, quality });
      }
    }
  }
  return passages.length > 0 ? passages : yield* plainPassages(document.content);
}

function* plainPassages(content: string): Generator<undefined, Passage[]> {
  const passages: Passage[] = [];
  for (let from = 0; from < content.length; from += stretchLength) {
    const sentences = plainSpans(content.slice(from, from + stretchLength), from);
    for (const group of groupsOf(sentences))
      passages.push({ ...group, heading: null, opaque: [], quality: 1 });
    yield;
  }
  return passages;
}

/** Cuts very long sentences, so that no single step takes long. */
function cut({ start, end }: Span): Span[] {
  if (end - start <= sentenceLength) return [{ start, end }];
  const pieces: Span[] = [];
  for (let from = start; from < end; from += sentenceLength)
    pieces.push({ start: from, end: Math.min(end, from + sentenceLength) });
  return pieces;
}

/** Cuts long paragraphs into groups of sentences with similar length. */
function groupsOf(sentences: readonly Span[]): { start: number; end: number; sentences: Span[] }[] {
  const [first] = sentences;
  const last = sentences.at(-1);
  if (first === undefined || last === undefined) return [];
  const count = Math.max(1, Math.round((last.end - first.start) / passageLength));
  const length = (last.end - first.start) / count;
  const groups: { start: number; end: number; sentences: Span[] }[] = [];
  for (const sentence of sentences) {
    const group = groups.at(-1);
    if (group === undefined || sentence.end > group.start + length * 1.25) {
      groups.push({ start: sentence.start, end: sentence.end, sentences: [sentence] });
    } else {
      group.end = sentence.end;
      group.sentences.push(sentence);
    }
  }
  return groups;
}

function linesOf(content: string, { start, end }: Part): Span[] {
  const lines: Span[] = [];
  for (const { 0: line, index } of content.slice(start, end).matchAll(/[^\r\n]+/g)) {
    if (line.trim() !== '') lines.push({ start: start + index, end: start + index + line.trimEnd().length });
  }
  return lines;
}

function plainSpans(content: string, offset: number): Span[] {
  return plainSentences(content).flatMap(({ text, start }) => {
    const end = offset + start + text.trimEnd().length;
    return text.trim() === '' ? [] : cut({ start: end - text.trim().length, end });
  });
}
