import { parseDocument } from '#core/document/document.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { readMarkerLine } from '#core/reply/lines.ts';

import { writeModelEdits } from './write-as-model.ts';

type Labelled = { readonly label: string; readonly link: ChosenLink };

/** Answers a prompt for edits as a model would, with a sentence for each link. */
export function writeEditsFromPrompt(prompt: string): string {
  const { text, starts } = contentOf(prompt);
  const links = linksOf(prompt);
  const chosen = links.map(({ link }) => link);
  const edits = writeModelEdits(text, chosen);
  const numbered = numberSentences(parseDocument(text));
  return askedOf(prompt)
    .flatMap(({ marker, name, labels }) => {
      const lines = edits[name].flatMap(({ link, sentence, text: written }) => {
        const own = links.find((each) => each.link === link);
        if (own === undefined || !(labels === null || labels.includes(own.label))) return [];
        const at = numbered[sentence - 1]?.start ?? 0;
        const { number = 1 } = starts.findLast(({ start }) => start <= at) ?? {};
        return [`INSERT ${number}: ${withLabels(written)}`];
      });
      return [marker, ...(lines.length === 0 ? ['(no edits)'] : lines)];
    })
    .join('\n');
}

/** Returns whether a prompt asks for edits of numbered sentences. */
export function asksForEdits(prompt: string): boolean {
  return /^CONTENT \(between the two lines "=+"; \S?n\S? or \S?n\+\S? stands before sentence n\):\n/u.test(
    prompt,
  );
}

/** Returns the content without its numbers, and the start of each numbered sentence. */
function contentOf(prompt: string) {
  const [, open = '[', fence = '', rest = ''] =
    /^.*; (\S)n\S or \S+ stands before sentence n\):\n(=+)\n([^]*)$/u.exec(prompt) ?? [];
  const shown = rest.slice(0, Math.max(0, rest.indexOf(`\n${fence}\n`)));
  const mark = open === '{' ? /\{(\d+)\+?\} /gu : /\[(\d+)\+?\] /gu;
  const starts: { number: number; start: number }[] = [];
  let text = '';
  let from = 0;
  for (const {
    0: { length },
    1: digits,
    index,
  } of shown.matchAll(mark)) {
    text += shown.slice(from, index);
    starts.push({ number: Number(digits), start: text.length });
    from = index + length;
  }
  return { text: text + shown.slice(from), starts };
}

/** The prompt holds no URL, so its label stands in one. */
const labelUrl = 'https://label.example/';

/** Returns the links of a prompt. */
export function linksOf(prompt: string): Labelled[] {
  const list = prompt.slice(prompt.lastIndexOf('\nLINKS:\n'));
  const entries = list.matchAll(
    /^(L+\d+) \| (?:description: )?(.*?)(?: \| anchor: "[^"]*")?(?: \| url: .* \| count: 1| \| place: \d+)?$/gmu,
  );
  return [...entries].map(([, label = '', description = ''], index) => ({
    label,
    link: { id: String(index), url: `${labelUrl}${label}`, description, integrations: 1 },
  }));
}

/** Returns a text with the labels of its links. */
export function withLabels(text: string): string {
  return text.replaceAll(`((${labelUrl}`, '((');
}

/** Returns the requested versions in order. Null as labels: all links. */
function askedOf(prompt: string) {
  const lines = prompt.slice(prompt.lastIndexOf('\nOutput only this')).split('\n');
  const markers = lines.flatMap((line, index) => (readMarkerLine(line) === null ? [] : [index]));
  return markers.flatMap((index, at) => {
    const marker = lines[index] ?? '';
    const name = readMarkerLine(marker)?.version;
    const wanted = lines.slice(index + 1, markers[at + 1]).join('\n');
    const listed = /^<edits for ([L\d, ]+)/u.exec(wanted)?.[1]?.split(/, ?/u) ?? [];
    const labels = [
      ...listed,
      ...[...wanted.matchAll(/\(\((L+\d+)\)\)>$/gmu)].map(([, label = '']) => label),
    ];
    return name === undefined ? [] : [{ marker, name, labels: labels.length === 0 ? null : labels }];
  });
}
