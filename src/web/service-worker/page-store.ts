type PageBuild = {
  /** The name in the HTML of the page, of its cache, and of the lock that each open page holds. */
  readonly name: string;
  /** The digest of each file of the page, by its path. */
  readonly files: Readonly<Record<string, string>>;
};

/** `scripts/service-worker.ts` fills this in. */
declare const PAGE_BUILD: PageBuild;

const { name, files } = PAGE_BUILD;
/** How long a page may take to close, in milliseconds. */
const closingTimeout = 5000;
const isPageCache = (cacheName: string) => cacheName.startsWith('page-');

/** Whether this is the page of this build. False for an error, a login page of a network, or another version. */
export async function isOwnPage(answer: Response): Promise<boolean> {
  const isPlain = answer.status === 200 && answer.type === 'basic' && !answer.redirected;
  return isPlain && (await answer.text()).includes(`content="${name}"`);
}

/** Stores the page with all its files, or nothing: with a missing file the page would break later. */
export function keepPage(page: Response): Promise<void> {
  // The lock of its pages, so that no other worker deletes the cache.
  return navigator.locks.request(name, { mode: 'shared' }, async () => {
    const cache = await caches.open(name);
    try {
      await cache.addAll(await missingFiles(cache));
      await cache.put('/', page);
    } catch (failure) {
      if ((await cache.match('/')) === undefined) await caches.delete(name);
      throw failure;
    }
  });
}

/** Requests for the files that are not stored yet. The digest refuses all other bytes. */
async function missingFiles(cache: Cache): Promise<Request[]> {
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  return Object.entries(files)
    .filter(([path]) => !kept.has(path))
    .map(([path, integrity]) => new Request(path, { integrity, redirect: 'error' }));
}

export async function keptPage(): Promise<Response | undefined> {
  return (await caches.open(name)).match('/');
}

/** Searches the caches of all builds, because an old page may still be open. */
export function keptFile(request: Request): Promise<Response | undefined> {
  return caches.match(request, { ignoreVary: true });
}

/** Deletes caches that no open page needs. Each open page holds the lock of its build. */
export async function sweepCaches(isNeeded: (cacheName: string) => boolean): Promise<void> {
  const unneeded = (await caches.keys()).filter(
    (cacheName) => isPageCache(cacheName) && !isNeeded(cacheName),
  );
  // A page that is being closed releases its lock in a moment.
  const signal = AbortSignal.timeout(closingTimeout);
  await Promise.allSettled(
    unneeded.map((cacheName) =>
      navigator.locks.request(cacheName, { signal }, () => caches.delete(cacheName)),
    ),
  );
}

export const isOwnCache = (cacheName: string) => cacheName === name;
