import { detectLanguage, type Language } from '#core/language/language.ts';
import type { Link } from '#core/links/link.ts';
import { suggestLinks } from '#server/threads/suggest-links.ts';

import { rankByBm25, rankByOverlap } from './suggest-baselines.ts';
import { cases, linkPool, wholePool, type Case } from './suggest-cases.ts';
import { sameParagraph, wovenPlaces } from './suggest-places.ts';
import { rounded, type Row } from './table.ts';

const sizes = [1000, 50_000];
const batchLength = 500;

type Found = { readonly link: Link; readonly at?: number; readonly isStrong?: boolean };
type Way = (content: string, links: readonly Link[], limit: number) => Promise<readonly Found[]>;

const ways: readonly (readonly [string, Way])[] = [
  ['suggestions', suggest],
  ['plain BM25', async (content, links) => rankByBm25(content, links).map((link) => ({ link }))],
  ['word overlap', async (content, links) => rankByOverlap(content, links).map((link) => ({ link }))],
];

/**
 * Measures how well an article's own links are found among those of all articles and 540 others, compared with two
 * simple rankings. Also measures whether a model put the link into the suggested passage, and the time for many links.
 */
export async function benchSuggest(): Promise<Row[]> {
  const links = wholePool();
  const rows: Row[] = [];
  for (const [name, way] of ways) rows.push(await qualityOf(name, way, links));
  for (const size of sizes) rows.push(await timeOf(size));
  return rows;
}

async function qualityOf(name: string, way: Way, links: readonly Link[]): Promise<Row> {
  const results = await Promise.all(
    cases.map(async (entry) => judge(entry, await way(entry.content, links, 50))),
  );
  const mean = (pick: (result: Result) => number) =>
    rounded(results.reduce((sum, result) => sum + pick(result), 0) / Math.max(1, results.length), 3);
  const judged = results.reduce((sum, result) => sum + result.places, 0);
  const hits = results.reduce((sum, result) => sum + result.placesHit, 0);
  return {
    what: name,
    articles: cases.length,
    links: links.length,
    'recall at k': mean(({ recall }) => recall),
    'recall at 10': mean(({ recallAt10 }) => recallAt10),
    'own of those shown': mean(({ precision }) => precision),
    'own of the strong': mean(({ strongPrecision }) => strongPrecision),
    'strong of own shown': mean(({ strongRecall }) => strongRecall),
    'first is own': results.filter(({ isFirst }) => isFirst).length,
    'other language': results.reduce((sum, { foreign }) => sum + foreign, 0),
    'passage as a model': judged === 0 ? '' : `${hits} of ${judged}`,
    'ms median': '',
  };
}

type Result = {
  readonly recall: number;
  readonly recallAt10: number;
  readonly precision: number;
  readonly strongPrecision: number;
  readonly strongRecall: number;
  readonly isFirst: boolean;
  readonly foreign: number;
  readonly places: number;
  readonly placesHit: number;
};

function judge(entry: Case, found: readonly Found[]): Result {
  const own = new Set(entry.links.map(({ url }) => url));
  const language = detectLanguage(entry.content);
  const hitsIn = (count: number) => found.slice(0, count).filter(({ link }) => own.has(link.url)).length;
  return {
    recall: hitsIn(own.size) / own.size,
    recallAt10: hitsIn(10) / own.size,
    precision: hitsIn(10) / Math.max(1, Math.min(10, found.length)),
    ...judgeStrong(found.slice(0, 10), own),
    isFirst: hitsIn(1) === 1,
    foreign: found.slice(0, 10).filter(({ link }) => isOther(detectLanguage(link.description), language))
      .length,
    ...judgePlaces(entry, found),
  };
}

function judgeStrong(found: readonly Found[], own: ReadonlySet<string>) {
  const strong = found.filter(({ isStrong }) => isStrong === true);
  const ownOf = (some: readonly Found[]) => some.filter(({ link }) => own.has(link.url)).length;
  return {
    strongPrecision: ownOf(strong) / Math.max(1, strong.length),
    strongRecall: ownOf(strong) / Math.max(1, ownOf(found)),
  };
}

const isOther = (own: Language | null, language: Language | null) => own !== null && own !== language;

function judgePlaces(entry: Case, found: readonly Found[]): { places: number; placesHit: number } {
  const woven = wovenPlaces(entry);
  let places = 0;
  let placesHit = 0;
  for (const { link, at } of found) {
    const wanted = woven?.[entry.links.findIndex(({ url }) => url === link.url)] ?? [];
    if (at === undefined || wanted.length === 0) continue;
    places += 1;
    if (wanted.some((place) => sameParagraph(entry.content, place, at))) placesHit += 1;
  }
  return { places, placesHit };
}

async function suggest(content: string, links: readonly Link[], limit: number): Promise<Found[]> {
  const { suggestions } = await suggestLinks(batchesOf(links), { content, limit });
  return suggestions.map((entry) => ({ ...entry, at: entry.sentence.start }));
}

async function* batchesOf(links: readonly Link[]): AsyncGenerator<readonly Link[]> {
  for (let start = 0; start < links.length; start += batchLength)
    yield links.slice(start, start + batchLength);
}

/** Returns the median of five runs over an article of usual length. */
async function timeOf(size: number): Promise<Row> {
  const links = linkPool(size);
  const content =
    cases.find(({ id }) => id === '17')?.content ?? 'A sharp knife changed more than any recipe.';
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    await suggest(content, links, 10);
    times.push(performance.now() - began);
  }
  return {
    what: `time over ${size.toLocaleString('en')} links`,
    links: size,
    'ms median': rounded(times.toSorted((a, b) => a - b)[2] ?? 0, 0),
  };
}
