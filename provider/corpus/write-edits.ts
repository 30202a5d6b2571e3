import { markerLinesFor } from '#core/reply/lines.ts';
import { numberSentences } from '#core/prompt/numbered-text.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';

import type { CorpusCase } from './corpus-cases.ts';
import { documentOf, type NumberedSentence } from '#core/document/document.ts';
import type { WantedEdit, WantedEdits } from './wanted-edits.ts';

/** What a prompt shows of a case. */
export type Shown = {
  readonly numbers: ReadonlySet<number>;
  /** Labels by the index of the link in the case. Links that the prompt does not ask for have none. */
  readonly labels: ReadonlyMap<number, string>;
  /** How many sentences each version may replace. */
  readonly allowed: Readonly<Record<VersionName, number>>;
};

type Line = { readonly number: number; readonly text: string };

/**
 * Writes the edits in our protocol: with the numbers and the labels of the prompt, and with no more replaced sentences
 * than allowed.
 */
export function writeEdits(
  { content }: CorpusCase,
  wanted: WantedEdits,
  { numbers, labels, allowed }: Shown,
): string {
  const sentences = numberSentences(documentOf(content));
  const shown = sentences.filter(({ number }) => numbers.has(number));
  const markers = markerLinesFor(content);
  const sections = versionNames.map((name) => {
    const own = wanted[name].filter(({ text }) => linksIn(text).every((label) => labels.has(label)));
    const added = own.filter(({ start, end }) => start === end);
    const lines = [
      ...added.flatMap((edit) => insertLine(shown, edit)),
      ...replaceLines(
        content,
        shown,
        own.filter(({ start, end }) => start < end),
      ).slice(0, allowed[name]),
    ].toSorted((a, b) => a.number - b.number);
    const said = lines.map(({ text }) =>
      text.replaceAll(/\(\(L(\d+)\)\)/gu, (_, label) => `((${labels.get(Number(label) - 1) ?? ''}))`),
    );
    return [markers[name], ...said].join('\n');
  });
  return `${sections.join('\n')}\n`;
}

function linksIn(text: string): number[] {
  return [...text.matchAll(/\(\(L(\d+)\)\)/gu)].map(([, label]) => Number(label) - 1);
}

/** Inserts after the last shown sentence before the position. If there is none, inserts in the middle. */
function insertLine(shown: readonly NumberedSentence[], { start, text }: WantedEdit): Line[] {
  const insertable = shown.filter((sentence) => sentence.insertable);
  const [first, last] = [shown[0], shown.at(-1)];
  const isShown =
    first !== undefined && last !== undefined && start >= first.start && start <= last.end + 400;
  if (!isShown && linksIn(text).length === 0) return [];
  const before = insertable.findLast((sentence) => sentence.end <= start);
  const middle = insertable[Math.floor(insertable.length / 2)];
  const sentence = isShown ? (before ?? insertable[0]) : middle;
  return sentence === undefined
    ? []
    : [{ number: sentence.number, text: `INSERT ${sentence.number}: ${text}` }];
}

/** Writes one replacement for each sentence, even if several ranges in it are replaced. */
function replaceLines(
  content: string,
  shown: readonly NumberedSentence[],
  replaced: readonly WantedEdit[],
): Line[] {
  return shown
    .filter((sentence) => sentence.replaceable)
    .flatMap(({ number, start, end }) => {
      const own = replaced.filter(
        (edit) => edit.start < end && edit.end > start && middleOf(edit) >= start && middleOf(edit) < end,
      );
      if (own.length === 0) return [];
      let from = start;
      let text = '';
      for (const edit of own) {
        text += content.slice(from, Math.max(from, edit.start)) + edit.text;
        from = edit.end;
      }
      text += content.slice(from, end);
      return [{ number, text: `REPLACE ${number}: ${text.replaceAll(/\s+/gu, ' ')}` }];
    });
}

function middleOf({ start, end }: WantedEdit): number {
  return (start + end) / 2;
}
