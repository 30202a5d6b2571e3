import { loaded } from '#web/api/send.ts';
import type { Store } from '#web/lib/store.ts';
import { loadOnce } from '#web/lib/tasks.ts';

/** Makes the proofs of work of a page. `awaitedProofs` counts the requests that wait for one. */
export function createProofSource(isRequired: boolean, awaitedProofs: Store<number>) {
  const loadProofs = loadOnce(async () => (await import('./proofs.ts')).openProofs());
  return {
    isRequired,
    async take(signal: AbortSignal): Promise<string> {
      const { take } = await loaded(loadProofs());
      awaitedProofs.set(awaitedProofs.get() + 1);
      return take(signal).finally(() => awaitedProofs.set(awaitedProofs.get() - 1));
    },
    /** Starts the proof of work early, so that the user does not wait for it later. */
    prepare(): void {
      if (isRequired)
        loadProofs().then(
          ({ prepare }) => prepare(),
          () => {},
        );
    },
  };
}
