import { blocksOf } from '#core/document/blocks.ts';
import type { TextFormat } from '#core/document/text-format.ts';
import type { Language } from '#core/language/language.ts';

import { htmlPieces } from './html-pieces.ts';

/** In English, the wording that the FTC's answers to 16 CFR 255 give as plain enough. */
const sentences: Readonly<Record<Language, { readonly commission: string; readonly amazon: string }>> = {
  en: {
    commission: 'I get commissions for purchases made through links in this post.',
    amazon: 'As an Amazon Associate I earn from qualifying purchases.',
  },
  de: {
    commission: 'Werbung: Für Käufe über Links in diesem Beitrag erhalte ich eine Provision.',
    amazon: 'Als Amazon-Partner verdiene ich an qualifizierten Verkäufen.',
  },
  es: {
    commission:
      'Publicidad: recibo comisiones por las compras que se hacen a través de los enlaces de esta publicación.',
    amazon:
      'En calidad de Afiliado de Amazon, obtengo ingresos por las compras adscritas que cumplen los requisitos aplicables.',
  },
};

/** What readers are told before the first of these links; null where there are none. */
export function disclosureFor(urls: readonly string[], language: Language | null): string | null {
  if (urls.length === 0) return null;
  const { commission, amazon } = sentences[language ?? 'en'];
  return urls.some(isAmazonAddress) ? `${commission} ${amazon}` : commission;
}

/** Elements before which a line of its own may stand, though not inside them. */
const atoms = new Set('p ul ol dl table blockquote pre h1 h2 h3 h4 h5 h6 figure'.split(' '));
/** Elements that only hold others: behind their tags a block of text begins. */
const holders = new Set(
  'html body div section article main header footer aside nav form details summary center hr'.split(' '),
);

/** Where the block begins that holds the offset: the index before which a paragraph may be put. */
export function blockStartAt(text: string, offset: number, format: TextFormat): number {
  if (format === 'html') return htmlBlockStart(text, offset);
  if (format === 'plain') return paragraphStart(text, 0, offset);
  return blocksOf(text, false).findLast(({ start }) => start <= offset)?.start ?? 0;
}

function htmlBlockStart(text: string, offset: number): number {
  let at = 0;
  let atom: { readonly name: string; readonly start: number } | null = null;
  let depth = 0;
  let loose = 0;
  for (const piece of htmlPieces(text)) {
    if (at >= offset) break;
    const start = at;
    at += piece.source.length;
    if (piece.kind === 'text') continue;
    const { name, closes } = piece;
    // A paragraph that nobody closed ends where another block begins.
    if (atom?.name === 'p' && !closes && (atoms.has(name) || holders.has(name))) atom = null;
    if (atom === null) {
      if (atoms.has(name) && !closes) [atom, depth] = [{ name, start }, 1];
      else if (atoms.has(name) || holders.has(name)) loose = at;
    } else if (name === atom.name) {
      depth += closes ? -1 : 1;
      if (depth === 0) [atom, loose] = [null, at];
    }
  }
  const start = atom?.start ?? paragraphStart(text, loose, offset);
  return beforeBlockComment(text, start);
}

/** The paragraph between blank lines, at the earliest from `from` on. */
function paragraphStart(text: string, from: number, offset: number): number {
  let start = from;
  for (const gap of text.slice(from, offset).matchAll(/(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r(?!\n))/gu))
    start = from + gap.index + gap[0].length;
  return start + (/^\s*/u.exec(text.slice(start, offset))?.[0].length ?? 0);
}

/** WordPress keeps a comment before each block, which belongs to it. */
function beforeBlockComment(text: string, start: number): number {
  const comment = /<!-- wp:[a-z][^\n]{0,400}-->\s{0,8}$/u.exec(text.slice(Math.max(0, start - 420), start));
  return comment === null ? start : start - comment[0].length;
}

const shops = new Set(
  'com ca com.mx com.br co.uk de fr it es nl se pl com.be be ie com.tr ae sa eg in co.jp sg com.au cn co.za'
    .split(' ')
    .map((ending) => `amazon.${ending}`),
);
const shortHosts = new Set(['amzn.to', 'amzn.eu', 'amzn.asia', 'amzn.com', 'a.co']);

/** Whether a browser that follows the address asks one of Amazon's shops, or Amazon's own short links. */
export function isAmazonAddress(url: string): boolean {
  const host = hostOf(url);
  return [...partsOf(host)].some((part) => shops.has(part) || shortHosts.has(part));
}

/** The host as a browser reads it: `\` ends it like `/`, what is before `@` does not belong to it. */
function hostOf(url: string): string {
  const authority = /^https?:\/\/([^/?#\\]*)/iu.exec(url)?.[1] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/u, '');
  return decoded(host).normalize('NFKC').toLowerCase().replace(/\.$/u, '');
}

function decoded(host: string): string {
  try {
    return decodeURIComponent(host);
  } catch {
    return '';
  }
}

/** `www.amazon.de`, `amazon.de`, `de`. */
function* partsOf(host: string): Generator<string> {
  for (let from = 0; from >= 0; from = host.indexOf('.', from) + 1 || -1) yield host.slice(from);
}
