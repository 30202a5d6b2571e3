declare const self: ServiceWorkerGlobalScope;

/** `tools/scripts/vite/service-worker.ts` fills this in. */
declare const PAGE_BUILD: {
  /** The name in the HTML of the page, of its cache, and of the lock that each open page holds. */
  readonly name: string;
  /** The digest of each file of the page, by its path below the page. */
  readonly files: Readonly<Record<string, string>>;
};

const { name, files } = PAGE_BUILD;
/** The path of the page, such as `/` or `/linkweft/`. */
const base = new URL('./', self.location.href).pathname;
/** How long the network may take before the stored page is shown, in milliseconds. */
const networkTimeout = 3000;
/** How long a page may take to close, in milliseconds. */
const closingTimeout = 5000;

self.addEventListener('install', (event) => {
  // Tabs of an older build may stay open, because each finds its files in the cache of its own build.
  void self.skipWaiting();
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => event.waitUntil(activate()));

// A page that was still loading when the worker started has no worker, and asks for it. A page in another language asks
// for the HTML in this one.
self.addEventListener('message', (event) =>
  event.waitUntil(event.data === 'page' ? renewPage() : self.clients.claim()),
);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET' || request.headers.has('range')) return;
  if (request.mode === 'navigate' && pathname === base) {
    const network = askNetwork(event);
    event.waitUntil(network.then((answer) => learnFrom(answer.clone())).catch(() => {}));
    event.respondWith(answerPage(network));
  } else if (pathname.startsWith(`${base}assets/`)) {
    event.respondWith(answerFile(request));
  }
});

async function install(): Promise<void> {
  const page = await fetch(base, { cache: 'no-store', redirect: 'error' });
  if (!(await isOwnPage(page.clone()))) throw new Error('The server has the page of another build.');
  await keepPage(page);
}

/** Stores the page as the server sends it now. Without a network, the stored one stays. */
async function renewPage(): Promise<void> {
  await fetch('/', { cache: 'no-store' }).then(learnFrom, () => {});
}

async function activate(): Promise<void> {
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Returns the answer of the network. Some browsers send the request while this worker starts. */
async function askNetwork({ preloadResponse, request }: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await preloadResponse;
  return preloaded ?? fetch(request);
}

/**
 * Answers with the page from the network, so that nobody who is online gets an old one. A login page or a refusal is
 * shown too. The stored page is the answer if there is no network, or if the server is slow or broken.
 */
async function answerPage(network: Promise<Response>): Promise<Response> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), networkTimeout));
  const answer = await Promise.race([network.catch(() => null), late]);
  if (answer !== null && answer.status < 500) return answer;
  return (await caches.match(base, { cacheName: name, ignoreVary: true }).catch(() => undefined)) ?? network;
}

/** Returns the stored file of any build, because an old page may be open. Its name has a hash, so it is right. */
async function answerFile(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true }).catch(() => undefined)) ?? fetch(request);
}

async function learnFrom(answer: Response): Promise<void> {
  if (await isOwnPage(answer.clone())) {
    await keepPage(answer);
    await sweepCaches(name);
  } else if (answer.ok) {
    await followServer();
  }
}

/** Gets the server's new worker. If the server has none, removes this one. */
async function followServer(): Promise<void> {
  const { status } = await fetch(self.location.href, { method: 'HEAD', cache: 'no-store' });
  if (status === 404 || status === 410) {
    await self.registration.unregister();
    await sweepCaches();
  } else {
    await self.registration.update();
  }
}

/** Returns whether this is the page of this build, not an error, a network's login page or another version. */
async function isOwnPage(answer: Response): Promise<boolean> {
  const isPlain = answer.status === 200 && answer.type === 'basic' && !answer.redirected;
  return isPlain && (await answer.text()).includes(`content="${name}"`);
}

/** Stores the page with all its files. If one is missing, stores nothing, because the page would not work. */
function keepPage(page: Response): Promise<void> {
  // This is the lock that the pages of the build hold, so that no other worker deletes the cache.
  return navigator.locks.request(name, { mode: 'shared' }, async () => {
    const cache = await caches.open(name);
    try {
      await cache.addAll(await missingFiles(cache));
      await cache.put(base, page);
    } catch (failure) {
      if ((await cache.match(base)) === undefined) await caches.delete(name);
      throw failure;
    }
  });
}

/** Requests for the files that are not stored yet. The digest refuses all other bytes. */
async function missingFiles(cache: Cache): Promise<Request[]> {
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  return Object.entries(files)
    .map(([file, integrity]) => [`${base}${file}`, integrity] as const)
    .filter(([path]) => !kept.has(path))
    .map(([path, integrity]) => new Request(path, { integrity, redirect: 'error' }));
}

/** Deletes caches that no open page needs, except `needed`. Each open page holds the lock of its build. */
async function sweepCaches(needed?: string): Promise<void> {
  const unneeded = (await caches.keys()).filter((cache) => cache.startsWith('page-') && cache !== needed);
  // A page that is being closed will release its lock soon.
  const signal = AbortSignal.timeout(closingTimeout);
  await Promise.allSettled(
    unneeded.map((cache) => navigator.locks.request(cache, { signal }, () => caches.delete(cache))),
  );
}
