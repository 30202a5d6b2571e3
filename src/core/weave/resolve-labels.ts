import { createMarkupReader, writeMarkup } from '#core/markup/link-markup.ts';
import type { Segment } from '#core/markup/segment.ts';

import { labelPattern, urlOfNumber } from './link-labels.ts';
import type { LinkLabels } from './link-labels.ts';
import { createLabelMender } from './mend-labels.ts';

/** Takes text as it arrives and gives it with URLs in place of labels, as far as it is certain. */
export type LabelResolver = { feed(chunk: string): string; end(): string };

type Options = {
  /** Markup with an address that is neither a label nor a known URL becomes its words. */
  readonly onlyKnown: boolean;
  readonly unknown: (address: string) => void;
};

/**
 * Resolves the labels of a text that may hold the user's own: markup with any other address stays as it is. Labels of
 * no link become plain words, and `unknown` is told of them.
 */
export function createLabelResolver(labels: LinkLabels, unknown: (label: string) => void): LabelResolver {
  return createResolver(labels, { onlyKnown: false, unknown });
}

/** Resolves the labels in the text of one edit, where every link left is one of the chosen. */
export function resolveLabels(text: string, labels: LinkLabels): { text: string; unknown: string[] } {
  const unknown: string[] = [];
  const resolver = createResolver(labels, { onlyKnown: true, unknown: (address) => unknown.push(address) });
  const resolved = resolver.feed(text) + resolver.end();
  // A label without an anchor is no text that anybody wrote.
  const bare = new RegExp(String.raw`[ \t]?[(（]{2}\s{0,8}(${labels.prefix}\d{1,9})\s{0,8}[)）]{2}`, 'giu');
  for (const [, label = ''] of resolved.matchAll(bare)) unknown.push(label);
  return { text: resolved.replaceAll(bare, ''), unknown };
}

function createResolver(labels: LinkLabels, options: Options): LabelResolver {
  const reader = createMarkupReader(labels.urls, { looseUrls: labels.urls });
  const label = new RegExp(String.raw`^${labelPattern(labels)}$`, 'iu');
  const mender = createLabelMender(labels, options);
  const writeLink = ({ type, anchor, url, source }: Exclude<Segment, { type: 'text' }>): string => {
    if (type === 'link') return options.onlyKnown ? writeMarkup(anchor, url) : source;
    const [, prefix, digits] = label.exec(url) ?? [];
    const isLabel = digits !== undefined && (prefix !== undefined || options.onlyKnown);
    if (!isLabel && !options.onlyKnown) return source;
    const resolved = isLabel ? urlOfNumber(labels, digits) : undefined;
    if (resolved !== undefined) return writeMarkup(anchor, resolved);
    options.unknown(url);
    return anchor;
  };
  const write = (segment: Segment): string =>
    segment.type === 'text' ? mender.feed(segment.text) : mender.end() + writeLink(segment);
  return {
    feed: (chunk) => reader.feed(chunk).map(write).join(''),
    end: () => reader.end().map(write).join('') + mender.end(),
  };
}
