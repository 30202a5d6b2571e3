import { markerLinesFor } from '#core/reply/lines.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';

import type { CorpusCase } from './corpus-cases.ts';
import type { WantedEdit, WantedEdits } from './wanted-edits.ts';

/** What a prompt shows of a case. */
export type Shown = {
  readonly numbers: ReadonlySet<number>;
  /** Labels by the index of the link in the case. Links that the prompt does not ask for have none. */
  readonly labels: ReadonlyMap<number, string>;
  /** How many sentences each version may replace. */
  readonly allowed: Readonly<Record<VersionName, number>>;
};

/**
 * Writes the edits in our protocol: with the numbers and the labels of the prompt, and with no more replaced sentences
 * than allowed. A link whose sentence is not shown is added behind one in the middle.
 */
export function writeEdits({ content }: CorpusCase, wanted: WantedEdits, shown: Shown): string {
  const markers = markerLinesFor(content);
  const numbers = [...shown.numbers];
  const middle = numbers[Math.floor(numbers.length / 2)] ?? 1;
  const sections = versionNames.map((name) => {
    let left = shown.allowed[name];
    const lines = wanted[name].flatMap((edit) => {
      const labels = linksIn(edit);
      if (!labels.every((label) => shown.labels.has(label))) return [];
      if (edit.command === 'REPLACE') {
        left -= 1 + edit.more;
        if (left < 0 && labels.length === 0) return [];
      }
      const isShown = edit.number === 0 || shown.numbers.has(edit.number);
      if (!isShown && labels.length === 0) return [];
      const placed = isShown ? edit : { ...edit, command: 'INSERT', more: 0, head: '', number: middle };
      return [{ number: placed.number, text: lineOf(placed) }];
    });
    const said = lines
      .toSorted((a, b) => a.number - b.number)
      .map(({ text }) =>
        text.replaceAll(/\bL(\d+)(?=\)\)|: )/gu, (_, label) => shown.labels.get(Number(label) - 1) ?? ''),
      );
    return [markers[name], ...said].join('\n');
  });
  return `${sections.join('\n')}\n`;
}

/** Returns the line of an edit, as the prompt asks for it. */
export function lineOf({ command, number, more, head, text }: WantedEdit): string {
  if (number === 0) return `${command} ${text}`;
  return `${command} ${number}${more > 0 ? `-${number + more}` : ''}${head}: ${text}`;
}

function linksIn({ text, number }: WantedEdit): number[] {
  const pattern = number === 0 ? /^L(\d+)/gu : /\(\(L(\d+)\)\)/gu;
  return [...text.matchAll(pattern)].map(([, label]) => Number(label) - 1);
}
