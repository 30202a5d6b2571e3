import { trustedAddress } from '#web/lib/trusted-address.ts';
import { logFailure } from '#web/lib/log.ts';

/** Older browsers, and pages without encryption, lack them. */
type OfflineApis = Partial<Pick<Navigator, 'locks' | 'serviceWorker'>>;

const workerUrl = '/service-worker.js';

/**
 * Lets this browser open the page without a network from now on. Does nothing in browsers that lack the APIs and in
 * development, where the page has no build name.
 */
export function enableOfflinePage(page: Document): void {
  const build = page.querySelector('meta[name="build"]')?.getAttribute('content') ?? null;
  const { locks, serviceWorker }: OfflineApis = navigator;
  if (build === null || locks === undefined || serviceWorker === undefined) return;
  // While this page is open, the lock tells the worker that the files of its build are needed.
  locks.request(build, { mode: 'shared' }, () => new Promise(() => {})).catch(logRefusal);
  window.addEventListener('load', () => {
    register(serviceWorker).catch(logRefusal);
  });
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  await workers.register(trustedAddress('service-worker', workerUrl));
}

function logRefusal(failure: unknown): void {
  logFailure('This browser does not keep the page for offline use.', failure);
}
