import { ProblemError } from '#core/errors/problem-messages.ts';

import { makeFields, type LinkFields } from './link.ts';
import { trimAddress } from './web-address.ts';

/** Both length limits are in UTF-16 units. */
const urlLengthLimit = 8192;
const descriptionLengthLimit = 2000;

const loneSurrogate = /\p{Surrogate}/u;

/** Whether every database returns the text unchanged: SQLite's driver cuts at NUL, and PostgreSQL refuses it. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !loneSurrogate.test(text);
}

/** For each field, a function that returns the text to store, or throws a `ProblemError`. */
export const fieldReaders: Readonly<Record<keyof LinkFields, (text: string) => string>> = {
  /** The URL loses blanks and unseen characters at its ends, and is otherwise unchanged. */
  url(text) {
    const url = trimAddress(text);
    if (url === '') throw new ProblemError('url-required');
    if (!isStorable(url)) throw new ProblemError('text-invalid');
    if (url.length > urlLengthLimit) throw new ProblemError('url-too-long');
    return url;
  },
  description(text) {
    if (!isStorable(text)) throw new ProblemError('text-invalid');
    if (text.length > descriptionLengthLimit) throw new ProblemError('description-too-long');
    return text;
  },
};

type SomeFields = { readonly [Name in keyof LinkFields]?: string | undefined };

/** Returns the fields to store. A missing one keeps its earlier text. Throws a `ProblemError` if one is invalid. */
export function readFields(fields: SomeFields, earlier?: LinkFields): LinkFields {
  return makeFields((name) => {
    const text = fields[name];
    return text === undefined && earlier !== undefined ? earlier[name] : fieldReaders[name](text ?? '');
  });
}
