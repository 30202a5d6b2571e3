import { createElement, Fragment, type ReactNode } from 'react';

import type { EnglishText } from '#web/german/german.ts';
import { fill, translated, type ValuesFor } from '#web/lib/language.ts';

type Draw = Readonly<Record<string, (words: string) => ReactNode>>;

/**
 * Returns a text of the page with elements in it: `draw.terms` draws the words in `<terms>words</terms>`. The value of
 * a name in braces is text, even if it looks like an element.
 */
export function tRich<Text extends EnglishText>(
  english: Text,
  draw: Draw,
  ...[values]: ValuesFor<Text>
): ReactNode {
  // The split puts the name and the words of each element between the texts around it.
  const parts = translated(english).split(/<(\w+)>(.*?)<\/\1>/u);
  const nodes = parts.map((part, index) => {
    if (index % 3 === 0) return fill(part, values ?? {});
    return index % 3 === 1 ? draw[part]?.(fill(parts[index + 1] ?? '', values ?? {})) : null;
  });
  return createElement(Fragment, null, ...nodes);
}

/** Draws words that only screen readers read. */
export function unseen(words: string) {
  return <span className="visually-hidden">{words}</span>;
}

export function strong(words: string) {
  return <strong>{words}</strong>;
}
