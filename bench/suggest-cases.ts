import type { Link, LinkFields } from '#core/link/link.ts';
import { corpusCases, recordingOf } from '#provider/corpus/corpus-cases.ts';

/** An article by a person, and the links that are to be found for it among those of all the others. */
export type Case = { readonly id: string; readonly content: string; readonly links: readonly LinkFields[] };

export const cases: readonly Case[] = corpusCases.map((entry) => ({
  ...entry,
  content: entry.content.replaceAll('\r\n', '\n'),
}));

export function answerOf(kind: 'rewrite' | 'edits', id: string, part: 'answer' | 'prompt'): string | null {
  return recordingOf(kind, id, part)?.replaceAll('\r\n', '\n') ?? null;
}

const makes = 'Best,Buy,New,Original,Premium,Lightweight,Classic,Affordable,Handmade,Wireless'.split(',');
const things = (
  'garden hose,office chair,dog bed,cat litter,baby stroller,car battery,phone case,desk lamp,yoga mat,water bottle,bath towel,' +
  'paint roller,fishing rod,guitar strings,board game,wall clock,bed sheet,hair dryer,coffee grinder,tea pot,lawn mower,' +
  'tool box,wall paper,kids bike,snow shovel,tennis racket,swim goggles,ski jacket,hiking boots,camping stove,train ticket,' +
  'hotel voucher,city guide,language course,tax software,photo printer,video doorbell,smart plug,air fryer,rice cooker'
).split(',');
const tails = (
  'for home and office,with free shipping,set of 12,for beginners,easy to clean,with warranty,for two people,in five colors,' +
  'for daily use,with bag and cable,for small rooms,that lasts for years'
).split(',');

/** The same thing at another shop, said in fewer words. */
export function twinOf({ url, description }: LinkFields): LinkFields {
  const words = description.split(' ');
  const kept = words.slice(0, Math.max(3, words.length - 2)).join(' ');
  return {
    url: `https://twin.example/p/${encodeURIComponent(url).length}?sku=${encodeURIComponent(url)}`,
    description: `Buy ${kept} online`,
  };
}

/** Links of all articles, a twin of each, and a catalogue of other things. */
export function linkPool(size: number): Link[] {
  const own = cases.flatMap(({ links }) => links);
  const twins = own.map(twinOf);
  const catalogue = Array.from({ length: Math.max(0, size - own.length - twins.length) }, (_, index) => {
    const thing = things[index % things.length] ?? '';
    const make = makes[Math.floor(index / 3) % makes.length] ?? '';
    const tail = tails[Math.floor(index / 7) % tails.length] ?? '';
    return {
      url: `https://shop.example/${thing.replace(' ', '-')}/${index}?ref=bench`,
      description: `${make} ${thing} ${tail}, no. ${index}`,
    };
  });
  return [...own, ...twins, ...catalogue].map((fields, index) => {
    const time = new Date(1_760_000_000_000 + index * 1000).toISOString();
    return { ...fields, id: `link-${index}`, createdAt: time, updatedAt: time };
  });
}
