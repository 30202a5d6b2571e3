import type { Generate } from '#web/api/generations-api.ts';
import { announce } from '#web/ui/announcer.tsx';

import type { GenerationAction } from './generation-machine.ts';
import { createGenerationRun } from './generation-run.ts';
import type { GenerationRun } from './generation-run.ts';
import { createLiveText } from './live-text.ts';
import type { LiveText } from './live-text.ts';

/** Everything about generations that lives outside of React. */
export type EnhancedDesk = { readonly run: GenerationRun; readonly live: LiveText };

export function createEnhancedDesk(generate: Generate): EnhancedDesk {
  const live = createLiveText((draw) => requestAnimationFrame(draw));
  const run = createGenerationRun({
    generate,
    live,
    now: () => Date.now(),
    onAct(action) {
      const words = announcementOf(action);
      if (words !== null) announce(words);
    },
    onFail: alertSoon,
  });
  return { run, live };
}

export function announcementOf(action: GenerationAction): string | null {
  switch (action.type) {
    case 'generation-start':
      return 'Generating';
    case 'generation-end':
      return '3 versions ready';
    case 'generation-stop':
      return 'Generation stopped';
    case 'version-start':
    case 'version-end':
    case 'generation-fail':
    case 'app-reset':
      return null;
  }
}

/** An alert freezes the page: it first gets the time to show that it is ready again. */
function alertSoon(message: string): void {
  setTimeout(() => window.alert(message), 30);
}
