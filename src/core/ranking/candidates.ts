import { wordSet } from '#core/lib/helpers.ts';
import type { LinkToWeave } from '#core/links/link.ts';
import { splitDescription } from '#core/links/description.ts';

import type { ContentIndex, Match } from './content-index.ts';

/** A word that links share with the content, and how many links have it. */
export type SharedTerm = { links: number; readonly matches: readonly Match[] };

/** A link that shares words with the content. */
export type Candidate<L extends LinkToWeave = LinkToWeave> = {
  readonly link: L;
  readonly terms: readonly { readonly shared: SharedTerm; readonly weight: number }[];
  /** The sum of the weights of all its words, shared or not. */
  readonly size: number;
};

/** Limits for long lists: how many links are kept after a cut, and how many terms are remembered. */
const keptLinks = 2000;
const knownTerms = 50_000;
/** Added to the number of links, so that a word of several links is not common in a short list. */
const assumedLinks = 100;

/** Collects the links that share words with a content. */
export function createCandidates<L extends LinkToWeave>(index: ContentIndex) {
  const shared = new Map<string, SharedTerm>();
  const foreign = new Set<string>();
  let kept: Candidate<L>[] = [];
  let links = 0;
  let sizes = 0;

  function sharedTerm(term: string): SharedTerm | undefined {
    const known = shared.get(term);
    if (known !== undefined || foreign.has(term)) return known;
    const matches = index.matchesOf(term);
    if (matches.length > 0 && shared.size < knownTerms) {
      const found = { links: 0, matches };
      shared.set(term, found);
      return found;
    }
    if (foreign.size >= knownTerms) foreign.clear();
    foreign.add(term);
    return undefined;
  }

  /** Returns from nearly 0, for a word of every link in a long list, to 1, for a word of one link. */
  function rarity(term: SharedTerm): number {
    const all = links + assumedLinks;
    return Math.log(1 + (all - term.links) / (term.links + 0.5)) / Math.log(1 + all / 1.5);
  }

  /** Returns an estimate of a link's best score, from all its shared words together. */
  function promise({ terms, size }: Candidate<L>): number {
    const sum = terms.reduce((total, { shared: term, weight }) => total + weight * rarity(term), 0);
    return sum / Math.sqrt(size);
  }

  return {
    index,
    add(link: L): void {
      const terms: { shared: SharedTerm; weight: number }[] = [];
      let size = 0;
      for (const [term, weight] of weighLink(link, index)) {
        size += weight;
        const found = sharedTerm(term);
        if (found === undefined) continue;
        found.links += 1;
        terms.push({ shared: found, weight });
      }
      links += 1;
      sizes += size;
      if (terms.length > 0) kept.push({ link, terms, size });
      if (kept.length >= 2 * keptLinks) kept = best(kept, promise, keptLinks);
    },
    /** Returns the remaining links, in the order in which they were added. */
    list: (): readonly Candidate<L>[] => kept,
    rarity,
    averageSize: () => sizes / Math.max(1, links),
    /** Returns how many links were added. */
    searched: () => links,
  };
}

/** Returns the best items of a list, in their original order. */
function best<T>(list: readonly T[], value: (item: T) => number, count: number): T[] {
  const ranked = list.map((item, order) => ({ item, order, value: value(item) }));
  ranked.sort((a, b) => b.value - a.value || a.order - b.order);
  return ranked
    .slice(0, count)
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

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
function weighLink({ url, description }: LinkToWeave, { readTerms }: ContentIndex): Map<string, number> {
  const weights = new Map<string, number>();
  const { words } = splitDescription(description);
  for (const { term, weight } of readTerms(words.slice(0, descriptionLength))) raise(weights, term, weight);
  const factor = weights.size === 0 ? aloneFactor : 1;
  const { path, host } = urlWords(url);
  for (const { term, weight } of readTerms(path)) raise(weights, term, weight * pathWeight * factor);
  for (const { term, weight } of readTerms(host)) raise(weights, term, weight * hostWeight * factor);
  return weights;
}

function raise(weights: Map<string, number>, term: string, weight: number): void {
  const known = weights.get(term);
  if (known === undefined ? weights.size < termLimit : known < weight) weights.set(term, weight);
}

/** Words of addresses that do not name a product. */
const commonWords = wordSet(
  'www com net org info co uk de es fr it eu us io app shop store index html htm php aspx asp jsp product products item items ' +
    'category categories catalog catalogue collections collection page pages en amp ref go out aff affiliate track click link ' +
    'links url redirect offer deals dp gp example test invalid',
);

const lengthLimit = 2000;
const nestedAddress = /^https?(?::|%3a)/i;
const namingField = /^(?:q|query|search|keywords?|title|name|product)$/i;

/**
 * Returns the words of an address: those of its host and its path. In the query, only a nested address (as affiliate
 * networks write them) and search words count, never tracking codes and ids.
 */
export function urlWords(url: string): { path: string; host: string } {
  const { host, path, query } = partsOf(url);
  let words = path;
  for (const field of query.split('&')) {
    const at = field.indexOf('=');
    const value = field.slice(at + 1);
    if (nestedAddress.test(value)) words += ` ${partsOf(decoded(value)).path}`;
    else if (namingField.test(field.slice(0, at))) words += ` ${value.replaceAll('+', ' ')}`;
  }
  return { path: named(decoded(words)), host: named(host) };
}

function partsOf(url: string): { host: string; path: string; query: string } {
  const [, host = '', path = '', query = ''] =
    /^(?:[a-z][\w+.-]*:\/\/)?([^/?#]*)([^?#]*)\??([^#]*)/i.exec(url.slice(0, lengthLimit)) ?? [];
  return { host: host.replace(/^[^@]*@/, '').replace(/:\d*$/, ''), path, query };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll(/%[\da-f]{2}/gi, ' ');
  }
}

function named(text: string): string {
  return text
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '' && !commonWords.has(word.toLowerCase()) && !isId(word))
    .join(' ');
}

function isId(word: string): boolean {
  return /\d/.test(word) && (word.length > 5 || !/^\p{L}{2,}\d{1,4}$/u.test(word));
}
