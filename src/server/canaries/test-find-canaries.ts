import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

import * as z from 'zod/mini';

import type { Told } from './test-walk-routes.ts';

/** All spellings of each canary, by its name. */
export type Canaries = ReadonlyMap<string, readonly string[]>;

/** Returns the encodings of a text: the plain text, and forms that a log or a file may contain. */
export function spellingsOf(canary: string): string[] {
  const bytes = Buffer.from(canary);
  // In Base64 a text looks different at each of three offsets. Its ends depend on the neighbouring bytes.
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  const bare = canary.replaceAll('-', '');
  return [
    canary,
    bare,
    bytes.toString('hex'),
    Buffer.from(bare, 'base64url').toString('latin1'),
    ...inBase64,
  ];
}

/** Returns the names of the canaries in a text, in order. */
export function foundIn(text: string, canaries: Canaries): string[] {
  return [...canaries]
    .filter(([, spellings]) => spellings.some((spelling) => text.includes(spelling)))
    .map(([name]) => name)
    .sort();
}

/** Returns the bytes of all files of a folder, one after another. */
export async function readFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = await Promise.all(
    files.map(({ parentPath, name }) => readFile(path.join(parentPath, name))),
  );
  return Buffer.concat(contents).toString('latin1');
}

const problemSchema = z.looseObject({ code: z.string(), detail: z.string() });

/** Returns the parts of an answer that describe failures, without the link or the versions of the visitor. */
export function failuresIn({ status, body }: Told): string[] {
  const texts = body.startsWith('{') ? [body] : (body.match(/(?<=^data: ).*$/gmu) ?? []);
  const problems = texts.flatMap((text) => {
    const { success, data } = problemSchema.safeParse(JSON.parse(text));
    return success ? [JSON.stringify({ ...data, link: null, generation: null })] : [];
  });
  return texts.length === 0 && status >= 400 ? [body] : problems;
}
