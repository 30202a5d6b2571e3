import { relinkEdits } from '#core/relink/relink-edits.ts';
import { relinkOffers } from '#core/relink/relink-offers.ts';
import { faultOfTemplate } from '#core/relink/shop-template.ts';

import { rounded, type Row } from './table.ts';

const rounds = 15;
const size = { words: 5000, links: 200, saved: 10_000, shops: 40 };
const shop = (index: number) => `https://www.shop${index % size.shops}.example/p/${index}`;
const template = { shop: 'shop1.example', template: 'https://go.example/?to={url}' };

/** Measures how long it takes to find the links of a long text that saved links can replace, and to replace them. */
export async function benchRelink(): Promise<Row[]> {
  const content = text();
  const saved = Array.from({ length: size.saved }, (_, index) => ({ id: `${index}`, url: savedUrl(index) }));
  const templates = faultOfTemplate(template) === null ? [template] : [];
  const offers = relinkOffers(content, saved, templates);
  const times = {
    'offers, links read for the first time': () => relinkOffers(content, [...saved], templates),
    'offers, links known': () => relinkOffers(content, saved, templates),
    'edits of all offers': () => relinkEdits(content, offers),
  };
  return Object.entries(times).map(([what, run]) => ({
    what,
    words: size.words,
    links: size.links,
    'saved links': size.saved,
    offers: offers.length,
    'ms median': median(run),
  }));
}

/** Of four saved links, two have a parameter, one is a redirect and one leads to Amazon. */
function savedUrl(index: number): string {
  if (index % 4 === 0)
    return `https://www.awin1.com/cread.php?awinmid=${index}&awinaffid=22&ued=${encodeURIComponent(shop(index))}`;
  if (index % 4 === 1) return `https://www.amazon.de/dp/B${String(index).padStart(9, '0')}?tag=me-21`;
  return `${shop(index)}?ref=me&utm_campaign=blog`;
}

function text(): string {
  const every = size.words / size.links;
  const words = 'the heavy pan holds its heat on any stove and lasts for years'.split(' ');
  const all = Array.from({ length: size.words }, (_, index) => {
    const word = words[index % words.length] ?? '';
    const linked = index % every === 0 ? `[${word}](${shop(index / every)}?utm_source=mail)` : word;
    return index % 80 === 79 ? `${linked}.\n\n` : `${linked} `;
  });
  return `# Pans\n\n${all.join('')}`;
}

function median(run: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const began = performance.now();
    run();
    return performance.now() - began;
  });
  return rounded(times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0);
}
