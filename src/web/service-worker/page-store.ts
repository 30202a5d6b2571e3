import { pageBuild } from './page-build.ts';

const { name, files } = pageBuild;
/** Milliseconds that a page may take to close. */
const farewell = 5000;
const isPageCache = (cacheName: string) => cacheName.startsWith('page-');

/** Whether this is the page of this very build: no error, no page of a network's login, no other version. */
export async function isOwnPage(answer: Response): Promise<boolean> {
  const isPlain = answer.status === 200 && answer.type === 'basic' && !answer.redirected;
  return isPlain && (await answer.text()).includes(`content="${name}"`);
}

/** Keeps the page with all its files, or nothing: without one of them it would break when that part is opened. */
export function keepPage(page: Response): Promise<void> {
  // Under the lock of its pages, so that no other worker takes the cache for one that nobody needs.
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

/** Requests for what is not kept yet. The digest refuses whatever is not, byte for byte, what was built. */
async function missingFiles(cache: Cache): Promise<Request[]> {
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  return Object.entries(files)
    .filter(([path]) => !kept.has(path))
    .map(([path, integrity]) => new Request(path, { integrity, redirect: 'error' }));
}

export async function keptPage(): Promise<Response | undefined> {
  return (await caches.open(name)).match('/');
}

/** Looks in the caches of all builds: an old page that is still open finds its parts in its own. */
export function keptFile(request: Request): Promise<Response | undefined> {
  return caches.match(request, { ignoreVary: true });
}

/** Deletes caches that no open page needs: each page holds the lock of its build for as long as it lives. */
export async function sweepCaches(isNeeded: (cacheName: string) => boolean): Promise<void> {
  const unneeded = (await caches.keys()).filter(
    (cacheName) => isPageCache(cacheName) && !isNeeded(cacheName),
  );
  // The page that is being left just now lets go of its lock in a moment.
  const signal = AbortSignal.timeout(farewell);
  await Promise.allSettled(
    unneeded.map((cacheName) =>
      navigator.locks.request(cacheName, { signal }, () => caches.delete(cacheName)),
    ),
  );
}

export const isOwnCache = (cacheName: string) => cacheName === name;
