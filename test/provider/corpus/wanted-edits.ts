import { parseDocument } from '#core/document/document.ts';
import { type NumberedSentence, numberSentences, sentenceAt } from '#core/document/numbered-sentences.ts';
import { versionMarkers, versionNames, type VersionName } from '#core/edits/version-names.ts';

import { recordingOf, type CorpusCase } from './corpus-cases.ts';

/**
 * A line that a model wants to write about a content, with the number of our sentence. Links are
 * `[[anchor]]((L1))`, with labels in the order of the case's links. `SKIP` has the number 0.
 */
export type WantedEdit = {
  readonly command: string;
  readonly number: number;
  /** How many sentences behind that one are meant, too. */
  readonly more: number;
  /** The words behind the number, with their quotation marks. */
  readonly head: string;
  readonly text: string;
};

export type WantedEdits = Readonly<Record<VersionName, readonly WantedEdit[]>>;

/**
 * Returns the edits of the recorded answer. It is read with its recorded prompt, so that a recording stays useful when
 * sentences get other numbers. Null: there is no recording.
 */
export function recordedEdits(entry: CorpusCase): WantedEdits | null {
  const prompt = recordingOf('edits', entry.id, 'prompt');
  const answer = recordingOf('edits', entry.id);
  if (prompt === null || answer === null) return null;
  const places = placesOf(prompt, entry.content);
  const sentences = numberSentences(parseDocument(entry.content));
  const plan = answer.split(/^VERSION: /mu)[0] ?? '';
  const [safe = [], exploratory = [], experimental = []] = versionNames.map((name) =>
    linesOf(`${plan}\n${sectionOf(answer, name)}`).map((line): WantedEdit => {
      if (line.number === 0) return line;
      const offset = places.get(line.number);
      const sentence = offset === undefined ? undefined : sentenceAtOffset(sentences, offset);
      if (sentence === undefined) throw new Error(`Case ${entry.id} has no sentence ${line.number}.`);
      return { ...line, number: sentence.number };
    }),
  );
  return { safe, exploratory, experimental };
}

function sentenceAtOffset(sentences: readonly NumberedSentence[], offset: number) {
  return sentenceAt(sentences, offset + 1);
}

/** Returns for each number of a recorded prompt an offset of its sentence in the content. */
function placesOf(prompt: string, content: string): ReadonlyMap<number, number> {
  const own = [...content.matchAll(/[\p{L}\p{N}]/gu)];
  const letters = own.map(([letter]) => letter).join('');
  const places = new Map<number, number>();
  let from = 0;
  for (const [, number = '', text = ''] of prompt.matchAll(/\[(\d+)\+?\] ((?:(?!\[\d+\+?\] )[^\n])*)/gu)) {
    const said = text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
    const at = [24, 16, 8]
      .map((length) => letters.indexOf(said.slice(0, length), from))
      .find((found) => found >= 0);
    const index = own[at ?? -1]?.index;
    if (said === '' || at === undefined || index === undefined) continue;
    places.set(Number(number), index);
    from = at + Math.min(said.length, 8);
  }
  return places;
}

function sectionOf(answer: string, name: VersionName): string {
  const [, behind = ''] = answer.split(`VERSION: ${versionMarkers[name]}\n`);
  return behind.split(/^VERSION: /mu)[0] ?? '';
}

function linesOf(section: string): WantedEdit[] {
  const lines = section.matchAll(
    /^(INSERT|REPLACE|LINK|ADD|SKIP) (?:(\d+)(?:-(\d+))?|L\d+)( "[^"\n]*")?:? ?(.*)$/gmu,
  );
  return [...lines].map(([line, command = '', number = '0', last = number, head = '', text = '']) => ({
    command,
    number: Number(number),
    more: Number(last) - Number(number),
    head,
    text: command === 'SKIP' ? line.slice(5).trim() : text.trim(),
  }));
}
