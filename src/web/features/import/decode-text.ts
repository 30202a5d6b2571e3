import { SourceProblem } from './source-problem.ts';

/** A file's text, and how it was written where that is worth saying. */
export type DecodedText = { readonly text: string; readonly note: string | null };

const bytesLookedAt = 4096;
const workbook = 'This is a spreadsheet, not a text file. Please save it as CSV and choose that file.';
const notText = 'This file holds no text. Please choose a CSV or JSON file.';

/** Reads bytes as UTF-8, as UTF-16 where it says so or looks like it, and else as Windows wrote text before. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const head = bytes.subarray(0, bytesLookedAt);
  if (startsWith(head, [0x50, 0x4b, 3, 4]) || startsWith(head, [0xd0, 0xcf, 0x11, 0xe0])) {
    throw new SourceProblem(workbook);
  }
  const wide = utf16Of(head);
  if (wide !== null) {
    const text = decode(wide, bytes);
    if (text === null) throw new SourceProblem(notText);
    return { text, note: 'The file is written in UTF-16.' };
  }
  if (head.includes(0)) throw new SourceProblem(notText);
  const text = decode('utf-8', bytes);
  if (text !== null) return { text, note: null };
  return {
    text: new TextDecoder('windows-1252').decode(bytes),
    note: 'The file is not UTF-8. It was read as Western European text (Windows-1252): please look whether letters such as é or ü are right.',
  };
}

/** By its mark, or by every other byte being empty, as in text of mostly Latin letters. */
function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head.length === 0) return null;
  if (startsWith(head, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(head, [0xfe, 0xff])) return 'utf-16be';
  const empty = (parity: number) => head.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  const [even, odd] = [empty(0), empty(1)];
  if (Math.max(even, odd) < head.length / 4 || Math.min(even, odd) > head.length / 20) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function decode(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
