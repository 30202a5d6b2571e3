import { readMarkup, writeMarkup } from '#core/markup/link-markup.ts';
import type { Segment } from '#core/markup/segment.ts';

import { labelPatterns, urlOfNumber } from './link-labels.ts';
import type { LinkLabels } from './link-labels.ts';
import { createLabelMender } from './mend-labels.ts';
import type { MendOptions } from './mend-labels.ts';

/**
 * Resolves the labels of a text that may hold the user's own: markup with any other address stays as it is. Labels of
 * no link become plain words, and `unknown` is told of them.
 */
export function resolveOwnText(text: string, labels: LinkLabels, unknown: (label: string) => void): string {
  return resolve(text, labels, { onlyKnown: false, unknown });
}

/** Resolves the labels in the text of one edit, where every link left is one of the chosen. */
export function resolveLabels(text: string, labels: LinkLabels): { text: string; unknown: string[] } {
  const unknown: string[] = [];
  const resolved = resolve(text, labels, { onlyKnown: true, unknown: (address) => unknown.push(address) });
  // A label without an anchor is no text that anybody wrote.
  const { bare } = labelPatterns(labels);
  for (const [, label = ''] of resolved.matchAll(bare)) unknown.push(label);
  return { text: resolved.replaceAll(bare, ''), unknown };
}

function resolve(text: string, labels: LinkLabels, options: MendOptions): string {
  const { alone } = labelPatterns(labels);
  const mend = createLabelMender(labels, options);
  const writeLink = ({ type, anchor, url, source }: Exclude<Segment, { type: 'text' }>): string => {
    if (type === 'link') return options.onlyKnown ? writeMarkup(anchor, url) : source;
    const [, prefix, digits] = alone.exec(url) ?? [];
    const isLabel = digits !== undefined && (prefix !== undefined || options.onlyKnown);
    if (!isLabel && !options.onlyKnown) return source;
    const resolved = isLabel ? urlOfNumber(labels, digits) : undefined;
    if (resolved !== undefined) return writeMarkup(anchor, resolved);
    options.unknown(url);
    return anchor;
  };
  return readMarkup(text, labels.urls, { looseUrls: labels.urls })
    .map((segment) => (segment.type === 'text' ? mend(segment.text) : writeLink(segment)))
    .join('');
}
