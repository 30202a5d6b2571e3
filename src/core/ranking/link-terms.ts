import type { LinkFields } from '#core/links/link.ts';

import type { TermReader } from './term-reader.ts';
import { urlWords } from './url-words.ts';

const termLimit = 60;
const descriptionLength = 2000;
const pathWeight = 0.4;
const hostWeight = 0.25;
/** Without a description, only the address is known. */
const aloneFactor = 2.5;

/**
 * Returns the terms of a link with their weights: those of its description, then those of its address, which count
 * less.
 */
export function weighLink({ url, description }: LinkFields, reader: TermReader): Map<string, number> {
  const weights = new Map<string, number>();
  for (const term of reader.read(description.slice(0, descriptionLength)))
    if (term !== null) raise(weights, term.term, term.weight);
  const factor = weights.size === 0 ? aloneFactor : 1;
  const { path, host } = urlWords(url);
  for (const [text, weight] of [
    [path, pathWeight],
    [host, hostWeight],
  ] as const) {
    for (const term of reader.read(text))
      if (term !== null) raise(weights, term.term, term.weight * weight * factor);
  }
  return weights;
}

function raise(weights: Map<string, number>, term: string, weight: number): void {
  const known = weights.get(term);
  if (known === undefined ? weights.size < termLimit : known < weight) weights.set(term, weight);
}
