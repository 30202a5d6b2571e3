import { apiError } from '#web/api/api-error.ts';
import { announce } from '#web/ui/announcer.tsx';

import { finishedWords } from './generation-messages.ts';
import { loadGenerationView } from './generation-view-loader.ts';
import type { GenerationAction } from './generation-state.ts';
import { createGenerationRun } from './generation-controller.ts';
import type { Arrive, GenerationRun } from './generation-controller.ts';
import { versionLabels } from './version-labels.ts';

/** Everything about generations that lives outside of React. */
export type EnhancedDesk = {
  readonly run: GenerationRun;
  /** A generation will probably be wanted soon. */
  preload(): void;
};

/** `wantsProof`: the server asks for a proof of work before its model writes. */
export function createEnhancedDesk(wantsProof: boolean): EnhancedDesk {
  const run = createGenerationRun({
    arrive: (order, signal) => arriveOnDemand(order, signal, wantsProof),
    now: () => Date.now(),
    onAct(action) {
      const words = announcementOf(action);
      if (words !== null) announce(words);
    },
    onFail: alertSoon,
  });
  return { run, preload: () => preload(wantsProof) };
}

const loadArriving = () => import('./run-generation.ts');
const loadLiveSheet = () => import('./live-sheet.ts');
const loadWriters = () => import('./writers.ts');

const loadEverything = () =>
  Promise.all([loadArriving(), loadWriters(), loadLiveSheet(), loadGenerationView()]);

/** Nothing is ordered before the page can read and show what will arrive: a generation may cost money. */
async function* arriveOnDemand(
  order: Parameters<Arrive>[0],
  signal: AbortSignal,
  wantsProof: boolean,
): ReturnType<Arrive> {
  const [{ createArrive }, { generateBy }, { liveSheet }] = await loadEverything().catch((cause: unknown) => {
    throw apiError('network-failed', { cause });
  });
  const generate = await generateBy(order.writer, wantsProof);
  yield* createArrive(generate, liveSheet)(order, signal);
}

function preload(wantsProof: boolean): void {
  // A failed preload is no failure yet: what is missing is fetched again when it is needed.
  loadEverything()
    .then(([, { prepareProof }]) => wantsProof && prepareProof())
    .catch(() => {});
}

function announcementOf(action: GenerationAction): string | null {
  switch (action.type) {
    case 'generation-start':
      return 'Generating';
    case 'generation-end':
      return '3 versions ready';
    case 'generation-stop':
      return 'Generation stopped';
    case 'generation-fail':
      return action.generation === null ? null : finishedWords(action.generation);
    case 'version-end':
      return `${versionLabels[action.version]} is written`;
    case 'version-start':
    case 'app-reset':
      return null;
  }
}

/** An alert freezes the page: it first gets the time to show that it is ready again. */
function alertSoon(message: string): void {
  setTimeout(() => window.alert(message), 30);
}
