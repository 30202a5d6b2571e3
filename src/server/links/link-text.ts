import type { LinkFields } from '#core/link/link.ts';
import { ProblemError } from '#core/problem/problem.ts';

import type { LinkFieldsChange } from './link-store.ts';

const urlLengthLimit = 8192;
const descriptionLengthLimit = 2000;

const loneSurrogate = /\p{Surrogate}/u;

/** Whether every database gives the text back as it was: SQLite's driver cuts at NUL, PostgreSQL refuses it. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !loneSurrogate.test(text);
}

/** The URL as it is stored: trimmed, and otherwise byte for byte. */
function readUrl(text: string): string {
  const url = text.trim();
  if (url === '') throw new ProblemError('url-required');
  if (!isStorable(url)) throw new ProblemError('text-invalid');
  if (url.length > urlLengthLimit) throw new ProblemError('url-too-long');
  return url;
}

function readDescription(description: string): string {
  if (!isStorable(description)) throw new ProblemError('text-invalid');
  if (description.length > descriptionLengthLimit) throw new ProblemError('description-too-long');
  return description;
}

export function readFields({ url, description }: LinkFields): LinkFields {
  return { url: readUrl(url), description: readDescription(description) };
}

export function readChange({ url, description }: LinkFieldsChange): Partial<LinkFields> {
  return {
    ...(url !== undefined && { url: readUrl(url) }),
    ...(description !== undefined && { description: readDescription(description) }),
  };
}
