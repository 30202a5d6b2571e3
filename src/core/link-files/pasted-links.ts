import type { Span } from '#core/lib/spans.ts';
import { makeFields, type LinkFields } from '#core/links/link.ts';

import type { FoundLink } from './import-plan.ts';

const markdownLink = /!?\[([^\]]*)\]\(\s*(?:<([^>]*)>|((?:[^\s()]|\([^\s()]*\))+))(?:\s+["'][^)]*)?\s*\)/gu;
/** A comma before `http` separates two addresses. */
const webAddress = /https?:\/\/(?:(?![,;|]https?:\/\/)[^\s<>"])*/giu;
const bareAddress = /(?<=^|\s)(?:www\.\S+|(?:[\p{L}\d-]+\.)+\p{L}{2,}\/\S*)/iu;
const listMark = /^\s*(?:[-*+•]|\d+[.)])\s+/u;
const edges = /^[\s,;:|"<>–—-]+|[\s,;:|"<>–—-]+$/gu;
const nextAddress = /[,;|](?=https?:\/\/)/iu;
/** A separator at the end of an address, or a separator with the first word of a description. */
const endOfAddress = /(?:[,;]+|[,;](\p{L}[\p{L}\p{M}’'-]+))$/u;

type LinkInText = Pick<LinkFields, 'url' | 'description'>;

/**
 * Reads the links of a text, line by line: `URL description` or `description URL` with spaces, tabs or commas between
 * them, several in a line, or Markdown links. A line without a URL becomes a link without a URL, so that it is shown.
 */
export function readPastedLinks(text: string): FoundLink[] {
  return text.split(/\r\n|\r|\n/u).flatMap((line, index) => {
    if (line.trim() === '') return [];
    return linksOfLine(line).map((link) => ({ ...makeFields(() => ''), row: index + 1, ...link }));
  });
}

function linksOfLine(line: string): LinkInText[] {
  const marked = [...line.matchAll(markdownLink)];
  if (marked.length > 0) {
    return marked.map(([, words = '', angled, plain = '']) => ({
      url: angled ?? plain,
      description: words.trim(),
    }));
  }
  const text = line.replace(listMark, '');
  // An address that is alone in its line is never changed.
  if (/^(?:https?:\/\/\S+|[^\s<]\S*\.\S+)$/iu.test(text.trim()) && !nextAddress.test(text)) {
    return [{ url: text.trim(), description: '' }];
  }
  const addresses = addressesIn(text);
  return addresses.length === 0 ? [{ url: '', description: text.trim() }] : describe(text, addresses);
}

function addressesIn(text: string): Span[] {
  const found = [...text.matchAll(webAddress)].map(({ 0: url, index: start }) => {
    const end = start + url.length;
    const tail = endOfAddress.exec(url);
    const isLastWord = tail?.[1] !== undefined && text.slice(end).trim() === '';
    return { start, end: tail === null || isLastWord ? end : start + tail.index };
  });
  if (found.length > 0) return found;
  const bare = bareAddress.exec(text);
  return bare === null ? [] : [{ start: bare.index, end: bare.index + bare[0].length }];
}

/**
 * If the line begins with an address, each text describes the address before it. Otherwise it describes the address
 * behind it.
 */
function describe(text: string, addresses: readonly Span[]): LinkInText[] {
  const clean = (start: number, end: number) => text.slice(start, end).replaceAll(edges, '');
  const leads = clean(0, addresses[0]?.start ?? 0) === '';
  return addresses.map(({ start, end }, index) => {
    const before = clean(addresses[index - 1]?.end ?? 0, start);
    const after = clean(end, addresses[index + 1]?.start ?? text.length);
    return { url: text.slice(start, end), description: leads ? after : before || after };
  });
}
