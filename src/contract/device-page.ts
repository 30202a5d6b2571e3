import type { Settings } from './settings.ts';

/**
 * The page at `/?this-device` may call programs on the visitor's own machine, such as Ollama. The page at `/` may
 * not.
 */
export const devicePageName = 'this-device';

/**
 * Returns the providers that the page may call, as it was opened. Plain http leads only to the visitor's own
 * machine.
 */
export function callableHosts({
  ownKeyHosts,
  reachesDevice,
}: Pick<Settings, 'ownKeyHosts' | 'reachesDevice'>): readonly string[] {
  return reachesDevice ? ownKeyHosts : ownKeyHosts.filter((host) => !host.startsWith('http:'));
}
