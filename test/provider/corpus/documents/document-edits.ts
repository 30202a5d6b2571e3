import { parseDocument } from '#core/document/document.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { wordsIn } from '#core/document/words-and-sentences.ts';
import type { Edit, EditRequest } from '#core/edits/edit.ts';
import { createVersionBuilder, readSource } from '#core/edits/version-builder.ts';
import { prepareText, writeSource } from '#core/export/write-source.ts';
import type { Span } from '#core/lib/helpers.ts';
import type { ChosenLink } from '#core/links/link.ts';

import type { DocumentCase } from './document-cases.ts';

export const url = 'https://shop.example/x?t=1';
const links: readonly ChosenLink[] = [{ id: '1', url, description: '', integrations: 1 }];

/** What an edit adds, or writes in place of a sentence, as a reader sees it. */
export const newWords = 'Some readers also like this note.';
const newText = newWords.replace('this note', '[[this note]]((L1))');

/** An edit that was placed. A request for one kind of edit may end as another one. */
export type PlacedEdit = {
  readonly action: 'insert' | 'link' | 'replace';
  readonly request: EditRequest;
  readonly edit: Edit;
};

/**
 * Asks for one edit after the other, each in a version of its own: an addition and a replacement at each sentence, and a
 * link on each word of the source. Words that stand in no sentence are asked for at the first one. Returns the
 * different edits that were placed.
 */
export function placeAll({ content }: DocumentCase): PlacedEdit[] {
  const document = parseDocument(content);
  const numbered = numberSentences(document);
  const source = { document, numbered, links };
  const read = readSource(source);
  const placed = new Map<string, PlacedEdit>();
  const place = (request: EditRequest) => {
    const version = request.action === 'replace' ? 'experimental' : 'safe';
    const edit = createVersionBuilder({ ...source, version }, read).place(request, 'model');
    if (edit === null) return;
    const key = `${edit.start} ${edit.end} ${edit.text}`;
    const change = request.action === 'link' ? 'link' : 'replace';
    if (!placed.has(key))
      placed.set(key, { action: edit.start === edit.end ? 'insert' : change, request, edit });
  };
  const words = [...new Set(wordsIn(content.replaceAll(/[<>]/gu, ' ')))];
  for (const { number: sentence, start, end } of numbered) {
    place({ action: 'insert', sentence, text: newText });
    place({ action: 'replace', sentence, text: newText });
    const isAsked = (word: string) => sentence === 1 || content.slice(start, end).includes(word);
    for (const word of words.filter(isAsked)) place({ action: 'link', sentence, text: `[[${word}]]((L1))` });
  }
  return [...placed.values()];
}

/** Returns the version with an edit, as a click on Copy writes it in the format of the content. */
export function exported({ content }: DocumentCase, edit: Edit, disclosure = false): string {
  const relation = 'sponsored nofollow';
  const options = { relation, disclosure, disclosureTexts: {} } as const;
  return writeSource(prepareText({ content, edits: [edit], urls: [url] }, options), relation);
}

/** Returns where texts of the table stand in their document. Throws if one does not stand there once. */
export function spansOf({ content }: DocumentCase, ...lists: readonly (readonly string[])[]): Span[] {
  return lists.flat().map((words) => {
    const start = content.indexOf(words);
    if (start < 0 || content.includes(words, start + 1))
      throw new Error(`It does not stand there once: ${words}`);
    return { start, end: start + words.length };
  });
}

/** Returns an edit with the text around it, for people. */
export function around(content: string, { request, edit: { start, end, text } }: PlacedEdit): string {
  const asked = `${request.action} at sentence ${request.sentence}`;
  return `${asked}: …${content.slice(Math.max(0, start - 30), start)}{${text.slice(0, 30)}…}${content.slice(end, end + 20)}…`;
}
