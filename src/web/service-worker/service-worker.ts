import { isOwnCache, isOwnPage, keepPage, keptFile, keptPage, sweepCaches } from './page-store.ts';

declare const self: ServiceWorkerGlobalScope;

/** How long the network may take before the stored page is shown, in milliseconds. */
const networkTimeout = 3000;

self.addEventListener('install', (event) => {
  // Old tabs may stay open: each finds its files in the cache of its own build.
  void self.skipWaiting();
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => event.waitUntil(activate()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET' || request.headers.has('range')) return;
  if (request.mode === 'navigate' && pathname === '/') {
    const network = askNetwork(event);
    event.waitUntil(network.then((answer) => learnFrom(answer.clone())).catch(() => {}));
    event.respondWith(answerPage(network));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(answerFile(request));
  }
});

async function install(): Promise<void> {
  const page = await fetch('/', { cache: 'no-store', redirect: 'error' });
  if (!(await isOwnPage(page.clone()))) throw new Error('The server has the page of another build.');
  await keepPage(page);
}

async function activate(): Promise<void> {
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Some browsers have sent the request already while this worker was starting. */
async function askNetwork({ preloadResponse, request }: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await preloadResponse;
  return preloaded ?? fetch(request);
}

async function learnFrom(answer: Response): Promise<void> {
  if (await isOwnPage(answer.clone())) {
    await keepPage(answer);
    await sweepCaches(isOwnCache);
  } else if (answer.ok) {
    await followServer();
  }
}

/** The server has another page. It may have a new worker for it, or none: then this worker ends. */
async function followServer(): Promise<void> {
  const { status } = await fetch(self.location.href, { method: 'HEAD', cache: 'no-store' });
  if (status === 404 || status === 410) {
    await self.registration.unregister();
    await sweepCaches(() => false);
  } else {
    await self.registration.update();
  }
}

/**
 * Answers with the page from the network, so that nobody who is online gets an old one. A login page or a refusal is
 * shown too. The stored page is the answer if there is no network, or if the server is slow or broken.
 */
async function answerPage(network: Promise<Response>): Promise<Response> {
  const answer = await Promise.race([network.catch(() => null), after(networkTimeout)]);
  if (answer !== null && answer.status < 500) return answer;
  return (await keptPage().catch(() => undefined)) ?? network;
}

/** The name of a file has a hash of its content, so the stored file is the same. */
async function answerFile(request: Request): Promise<Response> {
  return (await keptFile(request).catch(() => undefined)) ?? fetch(request);
}

function after(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));
}
