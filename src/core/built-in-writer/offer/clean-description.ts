import type { LinkFields } from '#core/link/link.ts';
import { claimsIn } from '#core/weave/foreign.ts';

/** Longer descriptions are cut: a sentence is made of the first words, not of all of them. */
const lengthLimit = 280;

/**
 * The first sentence of a description without anything that could disturb markup: brackets, tags, emphasis marks,
 * emoji, addresses other than the link's own, line ends. All capitals become small.
 */
export function cleanDescription({ description, url }: LinkFields): string {
  const line = (description.trim().split(/[\r\n\u2028\u2029]/, 1)[0] ?? '').slice(0, 4 * lengthLimit);
  const plain = line
    .replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, ' ')
    .replaceAll(/\s*\(([^()]*)\)/g, ', $1 ')
    .replaceAll(/\b(?:https?:\/\/|www\.)\S+/gi, ' ')
    .replaceAll(/[\p{Extended_Pictographic}\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u{FE0F}\u{20E3}]/gu, ' ')
    .replaceAll(/[[\](){}<>*_`~^|\\#"“”„«»•=]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s+([,;:.!?])/g, '$1')
    .trim();
  const address = url.toLowerCase();
  const own = claimsIn(plain, (words) => address.includes(words.toLowerCase()))
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`, plain)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const first = own.split(/(?<=\p{L}{3}|\p{N})[.!?]+(?=\s|$)/u, 1)[0] ?? '';
  const cut = first.length > lengthLimit ? first.slice(0, first.lastIndexOf(' ', lengthLimit)) : first;
  return calm(cut.replace(/^[\s,;:.!?+&/-]+/, '').replace(/[\s,;:.!?+&/-]+$/, ''));
}

function calm(text: string): string {
  const words = text.match(/\p{L}{2,}/gu) ?? [];
  const loud = words.length > 1 && words.some((word) => word.length > 4) && text === text.toUpperCase();
  return loud ? text.toLowerCase() : text;
}

/** Words that tell something in an address, such as those of its last path segment with at least two. */
export function wordsOfUrl(url: string): string {
  const path = decode(url.split(/[?#]/, 1)[0] ?? '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
  for (const segment of path.split('/').toReversed()) {
    const words = segment.replace(/\.[a-z0-9]{2,5}$/i, '').match(/\p{L}{2,20}/gu) ?? [];
    if (words.length >= 2 && words.length <= 8) return words.join(' ').toLowerCase();
  }
  return '';
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
