import { ownLinksOf } from '#core/document/own-links.ts';
import type { TextFormat } from '#core/document/text-format.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { LinkRelation } from '#core/export/escape.ts';
import { prepareText, writeSource } from '#core/export/write-source.ts';
import type { LinkReport } from '#core/report/version-report.ts';

type EditedText = {
  readonly content: string;
  readonly format: TextFormat;
  readonly edits: readonly Edit[];
  /** The addresses of the selected links. */
  readonly urls: readonly string[];
  /** What became of the selected links. */
  readonly reports: readonly LinkReport[];
};

type Style = { readonly relation: LinkRelation; readonly disclosure: boolean };

/**
 * Returns a version in its format. Reads it once more, as another program would. Throws an Error if the content was not
 * kept byte for byte outside of the edits, if a link is missing, or if there is a link that is neither chosen nor the
 * author's own.
 */
export function writeChecked(edited: EditedText, style: Style): string {
  const { content, format, edits, urls, reports } = edited;
  const text = writeEdits(edited, style);
  const unchanged = writeEdits({ content, format, urls, edits: [] }, { ...style, disclosure: false });
  const added = reports.filter(({ status }) => status === 'woven' || status === 'repeated');
  const exchanged = edits.flatMap(({ relink }) => relink ?? []);
  checkWritten({
    content,
    unchanged,
    text,
    format,
    added: added.map(({ url }) => url),
    exchanged: exchanged.map(({ url }) => url),
  });
  return text;
}

function writeEdits(
  { content, format, edits, urls }: Omit<EditedText, 'reports'>,
  { relation, disclosure }: Style,
): string {
  const options = { relation, disclosure, disclosureTexts: {} };
  return writeSource(prepareText({ content, edits, urls }, options, format), relation);
}

/** Returns what became of a selected link, in the words of the commands. */
export function outcomeOf({ status, by, skipReason }: LinkReport) {
  if (status === 'missing') return { status: 'no place', note: '' } as const;
  if (status === 'skipped') return { status: 'left out', note: skipReason } as const;
  return { status: by === null ? 'there already' : 'added', note: '' } as const;
}

type WrittenText = {
  readonly content: string;
  /** The content without any edit, as it was written. */
  readonly unchanged: string;
  readonly text: string;
  readonly format: TextFormat;
  /** The addresses that the text must have as links. */
  readonly added: readonly string[];
  readonly exchanged: readonly string[];
};

function checkWritten({ content, unchanged, text, format, added, exchanged }: WrittenText): void {
  if (unchanged !== content)
    throw new Error('The text has signs that would not be kept byte for byte. It was left as it is.');
  const found = new Set(ownLinksOf(text, content).map(({ address }) => address));
  const isThere = (url: string) => found.has(url) || (format === 'plain' && text.includes(`(${url})`));
  const lost = [...added, ...exchanged].find((url) => !isThere(url));
  if (lost !== undefined) throw new Error(`The link ${lost} would not be exact in this text.`);
  // The end of a bare address in plain text is a matter of taste.
  if (format === 'plain') return;
  const known = new Set([...ownLinksOf(content).map(({ address }) => address), ...added, ...exchanged]);
  const foreign = [...found].find((url) => !known.has(url));
  if (foreign !== undefined) throw new Error(`The text would get a link that nobody chose: ${foreign}`);
}
