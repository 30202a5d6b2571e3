import { createHash, randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import type * as z from 'zod/mini';

/** Why a file is left out, for the user. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

export type TextFile = {
  /** Without the byte order mark. */
  readonly text: string;
  /** Of the bytes of the file. */
  readonly hash: string;
  /** Returns the bytes of another text, in the encoding of this file. */
  encode(text: string): Uint8Array;
};

/** In bytes. No article is longer, and no list of links. */
const largestFile = 50 * 1024 * 1024;

/** Returns the hash by which files are compared. */
export function hashOf(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}

/**
 * Reads a file of text in UTF-8 or, with a byte order mark, in UTF-16. The text can be written back byte for byte.
 *
 * @throws FileError if it cannot be read or holds no text
 */
export async function readTextFile(file: string): Promise<TextFile> {
  const bytes = await readBytes(file);
  if (bytes.length === 0) throw new FileError('The file is empty.');
  const encoding = encodingOf(bytes);
  const encode = (text: string) => Buffer.concat([encoding.mark, encoding.encode(text)]);
  const text = encoding.decode(bytes.subarray(encoding.mark.length));
  if (text === null || text.includes('\0') || !bytes.equals(encode(text)))
    throw new FileError('This is not text in UTF-8 or UTF-16.');
  if (text.trim() === '') throw new FileError('The file is empty.');
  return { text, hash: hashOf(bytes), encode };
}

/** Reads a file. Throws a `FileError` if that is not possible. */
export async function readBytes(file: string): Promise<Buffer> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw new FileError('This is a folder, not a file.');
    if (!found.isFile()) throw new FileError('This is no regular file.');
    if (found.size > largestFile) throw new FileError('The file is larger than 50 MB.');
    return await readFile(file);
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw unreadable(error);
  }
}

/** Returns the hash of a file, or null if there is no file. */
export async function hashOfFile(file: string): Promise<string | null> {
  try {
    return hashOf(await readFile(file));
  } catch (error) {
    if (isMissing(error)) return null;
    throw unreadable(error);
  }
}

/**
 * Reads a file that Linkweft has written. Returns null if there is none.
 *
 * @throws FileError if it is damaged: without it, something could be paid again
 */
export async function readRecord<Schema extends z.ZodMiniType>(
  file: string,
  schema: Schema,
): Promise<z.infer<Schema> | null> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new FileError(`${file} cannot be read, or is damaged. Delete it if it is of no use.`, {
      cause: error,
    });
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}

function unreadable(error: unknown): FileError {
  if (isMissing(error)) return new FileError('There is no such file.');
  if (codeOf(error) === 'EACCES') return new FileError('This account may not read the file.');
  return new FileError(`The file cannot be read (${codeOf(error)}).`);
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

type Encoding = {
  readonly mark: Buffer;
  readonly decode: (bytes: Buffer) => string | null;
  readonly encode: (text: string) => Buffer;
};

const marks = {
  utf8: Buffer.from([0xef, 0xbb, 0xbf]),
  le: Buffer.from([0xff, 0xfe]),
  be: Buffer.from([0xfe, 0xff]),
};

const little = (text: string) => Buffer.from(text, 'utf16le');

function encodingOf(bytes: Buffer): Encoding {
  const startsWith = (mark: Buffer) => bytes.subarray(0, mark.length).equals(mark);
  if (startsWith(marks.le)) return { mark: marks.le, decode: decodeAs('utf-16le'), encode: little };
  if (startsWith(marks.be))
    return { mark: marks.be, decode: decodeAs('utf-16be'), encode: (text) => little(text).swap16() };
  const mark = startsWith(marks.utf8) ? marks.utf8 : Buffer.alloc(0);
  return { mark, decode: decodeAs('utf-8'), encode: (text) => Buffer.from(text) };
}

function decodeAs(encoding: string) {
  return (bytes: Buffer) => {
    try {
      return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return null;
    }
  };
}

type WritingOptions = {
  /** Of a file that does not exist yet. */
  readonly mode?: number;
  /** Called when the new file is on the disk. It may throw to keep the old one. */
  readonly beforeReplacing?: () => Promise<void>;
};

/**
 * Writes a file so that readers see the old one or the whole new one, also after a crash. The new file keeps the mode of
 * the old one.
 */
export async function writeWhole(
  file: string,
  data: Uint8Array | string,
  { mode = 0o666, beforeReplacing = async () => {} }: WritingOptions = {},
): Promise<void> {
  const known = await stat(file).catch(() => null);
  const written = path.join(
    path.dirname(file),
    `.${path.basename(file).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`,
  );
  try {
    const handle = await open(written, 'wx', mode);
    try {
      await handle.writeFile(data);
      if (known !== null) await handle.chmod(known.mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await beforeReplacing();
    await rename(written, file);
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
}
