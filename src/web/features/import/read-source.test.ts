import { expect, test } from 'vitest';

import { decodeText } from './read-source.ts';

const text = 'url,title\nhttps://a.example,Käse – 😀\n';
const utf8 = new TextEncoder().encode(text);

function utf16(words: string, bigEndian: boolean): number[] {
  return Array.from({ length: words.length }, (_, index) => words.charCodeAt(index)).flatMap((unit) =>
    bigEndian ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8],
  );
}

test.each([
  ['UTF-8', utf8],
  ['UTF-8 with a mark', Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8)],
])('%s is read', (_words, bytes) => expect(decodeText(bytes)).toEqual({ text, note: null }));

test.each([
  ['little endian', Uint8Array.from([0xff, 0xfe, ...utf16(text, false)])],
  ['big endian', Uint8Array.from([0xfe, 0xff, ...utf16(text, true)])],
  ['without a mark', Uint8Array.from(utf16(text, false))],
])('UTF-16 %s is read, with a note', (_words, bytes) => {
  expect(decodeText(bytes)).toEqual({ text, note: 'The file is written in UTF-16.' });
});

test('other bytes are read as Western European text, with a note', () => {
  const { text: read, note } = decodeText(Uint8Array.of(0x4b, 0xe4, 0x73, 0x65));
  expect(read).toBe('Käse');
  expect(note).toContain('Windows-1252');
});

test.each([
  ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), 'save it as CSV'],
  ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), 'save it as CSV'],
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13), 'holds no text'],
  ['broken UTF-16', Uint8Array.of(0xff, 0xfe, 0, 0xd8, 0x61, 0), 'holds no text'],
])('%s is refused with a message', (_words, bytes, message) => {
  expect(() => decodeText(bytes)).toThrow(message);
});
