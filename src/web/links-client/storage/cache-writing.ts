import { lengthOfFields, type Link } from '#core/links/link.ts';

import { cacheSummary, placeOf, type CachedLink, type Kept, type LinkDatabase } from './link-storage.ts';

type Writing = ReturnType<typeof begin>;

/** Stores links. Deletes links that a page no longer names and, above the limit, those that were seen longest ago. */
export async function keepLinks(database: LinkDatabase, { links, covers, limit, now }: Kept): Promise<void> {
  const writing = begin(database);
  const summary = (await writing.cache.get(cacheSummary)) ?? { bytes: 0, isComplete: false };
  const before = await Promise.all(links.map(({ id }) => writing.links.get(id)));
  const known = before.flatMap((link) => link ?? []);
  const rows = links.map((link) => ({ ...link, seenAt: now, bytes: bytesOf(link) }));
  let bytes = summary.bytes + sum(rows) - sum(known);
  await Promise.all(rows.map((row) => writing.links.put(row)));
  let { isComplete } = summary;
  if (covers !== null) {
    bytes -= await dropUnnamed(writing, links, covers);
    // The cache is complete when the list was read from top to end. It is incomplete when no link of the first page was
    // known, because links may be missing below that page.
    if (covers.isEnd && covers.isKeptFromTop) isComplete = true;
    else if (covers.after === null && known.length === 0) isComplete = false;
  }
  const freed = await evict(writing, bytes - limit);
  await writing.cache.put({ bytes: bytes - freed, isComplete: isComplete && freed === 0 }, cacheSummary);
  await writing.done;
}

export async function dropCached(database: LinkDatabase, ids: readonly string[]): Promise<void> {
  const writing = begin(database);
  const known = (await Promise.all(ids.map((id) => writing.links.get(id)))).flatMap((link) => link ?? []);
  await Promise.all(known.map(({ id }) => writing.links.delete(id)));
  const summary = await writing.cache.get(cacheSummary);
  if (summary !== undefined) {
    await writing.cache.put({ ...summary, bytes: summary.bytes - sum(known) }, cacheSummary);
  }
  await writing.done;
}

function begin(database: LinkDatabase) {
  const transaction = database.transaction(['links', 'cache'], 'readwrite');
  // A failed request fails the transaction too. Only the first failure is reported.
  transaction.done.catch(() => {});
  return {
    links: transaction.objectStore('links'),
    cache: transaction.objectStore('cache'),
    done: transaction.done,
  };
}

/** Deletes the cached links that are missing from the page. Returns the number of freed bytes. */
async function dropUnnamed(
  { links: store }: Writing,
  links: readonly Link[],
  { after, isEnd }: NonNullable<Kept['covers']>,
): Promise<number> {
  const last = links.at(-1);
  // The range goes from the older place to the newer one, which is left out. `[]` comes before all places, `[[]]` after
  // all of them.
  const from = isEnd || last === undefined ? [] : placeOf(last);
  const range = IDBKeyRange.bound(from, after === null ? [[]] : placeOf(after), false, true);
  const named = new Set(links.map(({ id }) => id));
  const within = await store.index('byTime').getAll(range);
  const gone = within.filter(({ id }) => !named.has(id));
  await Promise.all(gone.map(({ id }) => store.delete(id)));
  return sum(gone);
}

/** Frees at least this many bytes if possible. Returns the number of freed bytes. */
async function evict({ links }: Writing, bytes: number): Promise<number> {
  let freed = 0;
  let cursor = bytes > 0 ? await links.index('bySeen').openCursor() : null;
  while (cursor !== null && freed < bytes) {
    freed += cursor.value.bytes;
    await cursor.delete();
    cursor = await cursor.continue();
  }
  return freed;
}

/** Estimates the size: two bytes a character, the URL twice because it is indexed, and 400 bytes for the row. */
function bytesOf(link: Link): number {
  return 2 * (link.url.length + lengthOfFields(link)) + 400;
}

function sum(links: readonly CachedLink[]): number {
  return links.reduce((bytes, link) => bytes + link.bytes, 0);
}
