import { sourceOf } from '#core/markup/link-markup.ts';
import type { Segment } from '#core/markup/segment.ts';
import type { Span } from '#core/scan/spans.ts';

export type WovenLink = Extract<Segment, { type: 'link' }>;

/** A text with a sign in place of each link, so that it can be rewritten around them. */
export type SignedText = { readonly text: string; readonly links: readonly WovenLink[] };

/** Noncharacters, which Unicode keeps free for a program's own use. */
const ownSigns = /[\uFDD0\uFDD1]/gu;
const sign = /\uFDD0(\d+)\uFDD1/gu;

/** Signs the links of a text; `rewrite` gets what stands in the spans, signs and all. */
export function signLinks(
  segments: readonly Segment[],
  spans: readonly Span[],
  rewrite: (added: string) => string,
): SignedText {
  const links: WovenLink[] = [];
  const done: string[] = [];
  let added = '';
  let at = 0;
  let next = 0;
  const close = () => {
    if (added !== '') done.push(rewrite(added));
    added = '';
  };
  for (const segment of segments) {
    const source = sourceOf(segment);
    const end = at + source.length;
    while (at < end) {
      while ((spans[next]?.end ?? Infinity) <= at) next += 1;
      const span = spans[next];
      const isAdded = span !== undefined && span.start <= at;
      const stop = segment.type === 'link' ? end : Math.min(end, isAdded ? span.end : (span?.start ?? end));
      const piece =
        segment.type === 'link'
          ? `\uFDD0${links.push(segment) - 1}\uFDD1`
          : source.slice(source.length - (end - at), source.length - (end - stop)).replace(ownSigns, '');
      if (!isAdded) close();
      if (isAdded) added += piece;
      else done.push(piece);
      at = stop;
    }
  }
  close();
  return { text: done.join(''), links };
}

/** Where the first link stands; -1 for nowhere. */
export function firstSign({ text }: SignedText): number {
  return text.indexOf('\uFDD0');
}

export function resolveSigns(
  text: string,
  links: readonly WovenLink[],
  write: (link: WovenLink) => string,
): string {
  return text.replace(sign, (_, number: string) => {
    const link = links[Number(number)];
    return link === undefined ? '' : write(link);
  });
}
