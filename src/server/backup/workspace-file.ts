import { createReadStream } from 'node:fs';

import * as z from 'zod/mini';

import { linkSchema } from '#contract/links.ts';
import { isStorable } from '#core/links/check-link-fields.ts';
import { isWorkspaceId } from '#server/workspaces/workspace-store.ts';

// A file of workspaces has one JSON object in each line. docs/operation.md describes it.

export const workspaceFileFormat = 'linkweft-workspaces';

const text = z.string().check(z.refine(isStorable));
const time = z.iso.datetime();
const count = z.int().check(z.minimum(0));
/** Days since 1970, and versions of a list, so large that nobody reaches them, and so small that every database adds to them. */
const day = z.int().check(z.minimum(0), z.maximum(1_000_000));
const revision = z.int().check(z.minimum(0), z.maximum(2 ** 52));
/** Any other id, such as the empty one of visitors without a workspace, would show its links to strangers. */
const workspaceId = z.string().check(z.refine(isWorkspaceId));

const headSchema = z.strictObject({
  format: z.literal(workspaceFileFormat),
  version: z.literal(1),
  writtenAt: time,
});

const storedLinkSchema = z
  .extend(linkSchema, { id: text, createdAt: time, updatedAt: time })
  .check(z.refine((link) => Object.values(link).every(isStorable)));

const lineSchema = z.union([
  z.strictObject({ link: storedLinkSchema }),
  z.strictObject({ deleted: z.strictObject({ id: text, deletedAt: time }) }),
  z.strictObject({ workspace: z.strictObject({ id: workspaceId, createdDay: day, revision }) }),
  z.strictObject({
    result: z.strictObject({
      id: text,
      workspace: workspaceId,
      startedAt: time,
      day,
      state: z.enum(['done', 'failed', 'stopped']),
      keyHash: text,
      bodyHash: z.nullable(text),
      record: z.nullable(z.string()),
    }),
  }),
  z.strictObject({ budget: z.strictObject({ day, unit: z.enum(['usd', 'tokens']), spent: count }) }),
  z.strictObject({ end: z.strictObject({ workspaces: count, links: count, deleted: count }) }),
]);

export type WorkspaceLine = z.infer<typeof lineSchema>;

/** Returns a line of a file with its end. */
export function writeLine(line: WorkspaceLine | z.infer<typeof headSchema>): string {
  return `${JSON.stringify(line)}\n`;
}

/** The numbers of a file. */
export type WorkspaceCounts = Extract<WorkspaceLine, { end: unknown }>['end'];

/**
 * Reads a file line by line. Throws when a line is not of this format, with its number, and when the file does not end
 * with the counts of what it has, because it was cut.
 */
export async function* readWorkspaceFile(file: string): AsyncGenerator<WorkspaceLine> {
  let number = 0;
  let isAtEnd = false;
  const seen = { workspaces: 0, links: 0, deleted: 0 };
  for await (const content of linesOf(file)) {
    number += 1;
    if (number === 1) {
      requireHead(content);
      continue;
    }
    const line = readLine(content, number);
    if (isAtEnd || (seen.workspaces === 0 && ('link' in line || 'deleted' in line)))
      throw new Error(`Line ${number} is in the wrong place.`);
    if ('workspace' in line) seen.workspaces += 1;
    if ('link' in line) seen.links += 1;
    if ('deleted' in line) seen.deleted += 1;
    if ('end' in line) {
      isAtEnd = true;
      requireSame(seen, line.end);
    }
    yield line;
  }
  if (!isAtEnd) throw new Error('The end of the file is missing.');
}

/** Throws what `readWorkspaceFile` throws for a file. */
export async function checkWorkspaceFile(file: string): Promise<void> {
  const lines = readWorkspaceFile(file);
  while ((await lines.next()).done !== true);
}

function requireHead(content: string): void {
  if (!headSchema.safeParse(parseJson(content)).success)
    throw new Error(`This is not a file of "linkweft export", or it is of a newer version.`);
}

function requireSame(seen: WorkspaceCounts, told: WorkspaceCounts): void {
  if (seen.workspaces !== told.workspaces || seen.links !== told.links || seen.deleted !== told.deleted)
    throw new Error(`The file must have ${JSON.stringify(told)}, but it has ${JSON.stringify(seen)}.`);
}

function readLine(content: string, number: number): WorkspaceLine {
  const line = lineSchema.safeParse(parseJson(content));
  if (!line.success) throw new Error(`Line ${number} is not of this format.`);
  return line.data;
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** Yields the lines without their ends. Only a line feed ends a line: `readline` would also end it at U+2028. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of createReadStream(file, 'utf8')) {
    const [rest = '', ...lines] = String(chunk).split('\n');
    parts.push(rest);
    length += rest.length;
    for (const line of lines) {
      yield parts.join('');
      parts = [line];
      length = line.length;
    }
    if (length > longestLine) throw new Error('A line of this file is longer than any of "linkweft export".');
  }
  if (length > 0) yield parts.join('');
}

/** In characters. */
const longestLine = 100_000_000;
