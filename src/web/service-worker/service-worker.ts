import { answerFile, answerPage } from './answer.ts';
import { isOwnCache, isOwnPage, keepPage, sweepCaches } from './page-store.ts';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => {
  // No waiting for old tabs to close: each finds its files in the cache of its own build.
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

/** The browser asks the network already while this worker starts, where it can. */
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

/** The page is another than this worker's. Either a worker of its own comes with it, or workers are not wanted any more. */
async function followServer(): Promise<void> {
  const { status } = await fetch(self.location.href, { method: 'HEAD', cache: 'no-store' });
  if (status === 404 || status === 410) {
    await self.registration.unregister();
    await sweepCaches(() => false);
  } else {
    await self.registration.update();
  }
}
