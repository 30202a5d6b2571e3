import { ProblemError } from '#core/errors/problem-messages.ts';

import type { LinkFields } from './link.ts';

/** Both limits are in UTF-16 units. */
export const urlLengthLimit = 8192;
const descriptionLengthLimit = 2000;

const loneSurrogate = /\p{Surrogate}/u;

/** Whether every database returns the text unchanged: SQLite's driver cuts at NUL, and PostgreSQL refuses it. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !loneSurrogate.test(text);
}

/**
 * Returns the URL to store: trimmed, and otherwise unchanged. Throws 'url-required', 'text-invalid' or
 * 'url-too-long'.
 */
export function readUrl(text: string): string {
  const url = text.trim();
  if (url === '') throw new ProblemError('url-required');
  if (!isStorable(url)) throw new ProblemError('text-invalid');
  if (url.length > urlLengthLimit) throw new ProblemError('url-too-long');
  return url;
}

/** Returns the description to store, unchanged. Throws 'text-invalid' or 'description-too-long'. */
export function readDescription(description: string): string {
  if (!isStorable(description)) throw new ProblemError('text-invalid');
  if (description.length > descriptionLengthLimit) throw new ProblemError('description-too-long');
  return description;
}

/** Returns the fields of a link to store. Throws a `ProblemError` for an invalid field. */
export function readFields({ url, description }: LinkFields): LinkFields {
  return { url: readUrl(url), description: readDescription(description) };
}
