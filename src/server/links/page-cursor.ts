import * as z from 'zod/mini';

import { ProblemError } from '#core/errors/problem.ts';

import { isStorable } from '#core/links/link-text.ts';

/** The last link of a page: the next page starts right after it. */
export type PagePosition = { readonly createdAt: number; readonly id: string };

const positionSchema = z.tuple([z.int(), z.string().check(z.refine(isStorable))]);

export function writeCursor({ createdAt, id }: PagePosition): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');
}

/** Throws 'request-invalid' for anything that `writeCursor` cannot have written. */
export function readCursor(cursor: string): PagePosition {
  try {
    const [createdAt, id] = positionSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { createdAt, id };
  } catch (cause) {
    throw new ProblemError('request-invalid', { cause });
  }
}
