import { ProblemError } from '#core/errors/problem.ts';

import type { LinkFields } from './link.ts';

/** In UTF-16 code units. */
export const urlLengthLimit = 8192;
const descriptionLengthLimit = 2000;

const loneSurrogate = /\p{Surrogate}/u;

/** Whether every database gives the text back as it was: SQLite's driver cuts at NUL, PostgreSQL refuses it. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !loneSurrogate.test(text);
}

/** The URL as it is stored: trimmed, and otherwise byte for byte. Throws 'url-required', 'text-invalid' or 'url-too-long'. */
export function readUrl(text: string): string {
  const url = text.trim();
  if (url === '') throw new ProblemError('url-required');
  if (!isStorable(url)) throw new ProblemError('text-invalid');
  if (url.length > urlLengthLimit) throw new ProblemError('url-too-long');
  return url;
}

/** The description as it is stored: as it is. Throws 'text-invalid' or 'description-too-long'. */
export function readDescription(description: string): string {
  if (!isStorable(description)) throw new ProblemError('text-invalid');
  if (description.length > descriptionLengthLimit) throw new ProblemError('description-too-long');
  return description;
}

/** The fields of a link as they are stored. Throws a `ProblemError` that names what is wrong with them. */
export function readFields({ url, description }: LinkFields): LinkFields {
  return { url: readUrl(url), description: readDescription(description) };
}
