import { checkOwnFile } from '#contract/own-link-file.ts';
import { readLinkText, type FoundLinks, type LinkText, type ReadText } from '#core/link-files/read-text.ts';
import { t, translated } from '#web/lib/language.ts';

/** The links of a file or a pasted text, before anything is chosen. */
export type LinkSource = FoundLinks & { readonly name: string; readonly notes: readonly string[] };

const sizeLimit = 50 * 1024 * 1024;
/** In UTF-16 units. The page would not react while it reads a longer text. */
const readAtOnce = 1_000_000;

/** Reads a file or a pasted text. Throws an error with a message for the user if the source cannot contain a link. */
export async function readSource(source: File | string): Promise<LinkSource> {
  const isPasted = typeof source === 'string';
  const { text, note } = isPasted ? { text: source, note: null } : await readFile(source);
  if (text.trim() === '')
    throw new Error(t(isPasted ? 'Please paste at least one link.' : 'This file is empty.'));
  const read = checkOwnFile(await readText({ text, name: isPasted ? null : source.name }));
  if ('problem' in read) throw new Error(translated(read.problem));
  const notes = [note ?? [], read.notes.map(translated)].flat();
  return { ...read.found, name: isPasted ? t('Pasted text') : source.name, notes };
}

async function readText(input: LinkText): Promise<ReadText> {
  if (input.text.length <= readAtOnce) return readLinkText(input);
  const { runAlone } = await import('#web/api/task-runner.ts');
  return runAlone({ name: 'readLinks', input });
}

async function readFile(file: File) {
  if (file.size > sizeLimit) {
    throw new Error(t('This file is larger than 50 MB. Please split it into smaller files.'));
  }
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new Error(t('The file could not be read. Please choose it again.'), { cause });
  });
  return decodeText(new Uint8Array(bytes));
}

const bytesLookedAt = 4096;
const workbook = 'This is a spreadsheet, not a text file. Please save it as CSV and choose that file.';
const notText = 'This file contains no text. Please choose a CSV or JSON file.';
const western =
  'The file isn’t UTF-8, so it was read as Western European text (Windows-1252). Please check letters such as é or ü.';

/** Reads UTF-8, UTF-16, or else Windows-1252, with a note on it. Throws an error for the user if it is no text. */
function decodeText(bytes: Uint8Array): { readonly text: string; readonly note: string | null } {
  const head = bytes.subarray(0, bytesLookedAt);
  if (startsWith(head, 0x50, 0x4b, 3, 4) || startsWith(head, 0xd0, 0xcf, 0x11, 0xe0))
    throw new Error(t(workbook));
  const wide = utf16Of(head);
  if (wide === null && head.includes(0)) throw new Error(t(notText));
  try {
    const text = new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes);
    return { text, note: wide === null ? null : t('The file is written in UTF-16.') };
  } catch (cause) {
    if (wide !== null) throw new Error(t(notText), { cause });
    return { text: new TextDecoder('windows-1252').decode(bytes), note: t(western) };
  }
}

/** Recognizes UTF-16 by its mark, or by zeros in every other byte, as in Latin text. Null: another encoding. */
function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(head, 0xfe, 0xff)) return 'utf-16be';
  const zeros = (parity: number) => head.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  const [even, odd] = [zeros(0), zeros(1)];
  const isWide =
    head.length > 0 && Math.max(even, odd) >= head.length / 4 && Math.min(even, odd) <= head.length / 20;
  if (!isWide) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

function startsWith(bytes: Uint8Array, ...start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
