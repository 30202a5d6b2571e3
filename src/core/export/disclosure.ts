import { readBlocks } from '#core/document/blocks.ts';
import type { TextFormat } from '#core/document/document.ts';
import type { Language } from '#core/language/language.ts';
import { atOnce } from '#core/lib/helpers.ts';

import { htmlPieces } from './html-pieces.ts';

/** The English wording is an example from the FTC's answers on 16 CFR 255. */
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

/** Returns the notice that readers see before the first of these links. Null: there are no links. */
export function disclosureFor(urls: readonly string[], language: Language | null): string | null {
  if (urls.length === 0) return null;
  const { commission, amazon } = sentences[language ?? 'en'];
  return urls.some(isAmazonAddress) ? `${commission} ${amazon}` : commission;
}

/** Elements that may have a new paragraph before them, but not inside them. */
const atoms = new Set('p ul ol dl table blockquote pre h1 h2 h3 h4 h5 h6 figure'.split(' '));
/** Elements that only contain others: a block of text begins behind their tags. */
const holders = new Set(
  'html body div section article main header footer aside nav form details summary center hr'.split(' '),
);

/** Returns the start of the block that contains the offset. A paragraph may be inserted there. */
export function blockStartAt(text: string, offset: number, format: TextFormat): number {
  if (format === 'html') return htmlBlockStart(text, offset);
  if (format === 'plain') return paragraphStart(text, 0, offset);
  return atOnce(readBlocks(text, false)).findLast(({ start }) => start <= offset)?.start ?? 0;
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
    // A paragraph without an end tag ends where another block begins.
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
  // WordPress puts a comment before each block. It belongs to the block.
  const before = text.slice(Math.max(0, start - 420), start);
  return start - (/<!-- wp:[a-z][^\n]{0,400}-->\s{0,8}$/u.exec(before)?.[0].length ?? 0);
}

/** Returns the start of the paragraph between blank lines, not before `from`. */
function paragraphStart(text: string, from: number, offset: number): number {
  let start = from;
  for (const gap of text.slice(from, offset).matchAll(/(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r(?!\n))/gu))
    start = from + gap.index + gap[0].length;
  return start + (/^\s*/u.exec(text.slice(start, offset))?.[0].length ?? 0);
}

/** The hosts of Amazon's shops, and of its short links. */
const amazonHost =
  /(?:^|\.)(?:amazon\.(?:[cs]a|ae|be|cn|co\.(?:jp|uk|za)|com(?:\.(?:au|be|br|mx|tr))?|de|eg|es|fr|ie|in|it|nl|pl|se|sg)|amzn\.(?:asia|com|eu|to)|a\.co)$/u;

/** Whether the address leads to one of Amazon's shops or to Amazon's own short links, as a browser reads it. */
export function isAmazonAddress(url: string): boolean {
  return amazonHost.test(hostOf(url));
}

/** Returns the host as a browser reads it: `\` ends it like `/`, and the part before `@` is left out. */
function hostOf(url: string): string {
  const authority = /^https?:\/\/([^/?#\\]*)/iu.exec(url)?.[1] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/u, '');
  try {
    return decodeURIComponent(host).normalize('NFKC').toLowerCase().replace(/\.$/u, '');
  } catch {
    return '';
  }
}
