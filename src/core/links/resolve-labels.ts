import { readMarkupInSteps, writeMarkup } from './link-markup.ts';
import type { Segment } from './segment.ts';

import { atOnce } from '#core/generation/at-once.ts';

import { labelPatterns, urlOfNumber } from './link-labels.ts';
import type { LinkLabels } from './link-labels.ts';
import { createLabelMender } from './mend-labels.ts';
import type { MendOptions } from './mend-labels.ts';

/**
 * Resolves in steps the labels of a text that may hold the user's own: markup with any other address stays as it is.
 * Labels of no link become plain words, and `unknown` is told of them.
 */
export function resolveOwnText(
  text: string,
  labels: LinkLabels,
  unknown: (label: string) => void,
): Generator<undefined, string> {
  return resolve(text, labels, { onlyKnown: false, unknown });
}

/** Resolves the labels in the text of one edit, where every link left is one of the chosen. */
export function resolveLabels(text: string, labels: LinkLabels): { text: string; unknown: string[] } {
  const unknown: string[] = [];
  const options = { onlyKnown: true, unknown: (address: string) => unknown.push(address) };
  const resolved = atOnce(resolve(text, labels, options));
  // A label without an anchor is no text that anybody wrote.
  const { bare } = labelPatterns(labels);
  for (const [, label = ''] of resolved.matchAll(bare)) unknown.push(label);
  return { text: resolved.replaceAll(bare, ''), unknown };
}

/** So many segments are resolved in one step. */
const segmentsAStep = 200;

function* resolve(text: string, labels: LinkLabels, options: MendOptions): Generator<undefined, string> {
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
  const resolved: string[] = [];
  for (const segment of yield* readMarkupInSteps(text, labels.urls, { looseUrls: labels.urls })) {
    resolved.push(segment.type === 'text' ? mend(segment.text) : writeLink(segment));
    if (resolved.length % segmentsAStep === 0) yield;
  }
  return resolved.join('');
}
