import type { ReactNode } from 'react';

import type { Settings } from '#contract/settings.ts';

import { apiError } from '#web/api/api-error.ts';
import { onReset, onWorkspaceChange } from '#web/lib/events.ts';
import { allowance } from '#web/features/allowance/allowance.ts';
import { failureMessage } from '#web/features/generation/generation-controller.ts';
import { generateBy } from '#web/features/generation/writers.ts';
import type { LinkDesk } from '#web/links-client/list/link-desk.ts';
import { createAgainRun } from '#web/features/version-editor/weave-again.ts';
import type { WeaveAgain } from '#web/features/version-editor/weave-again.ts';
import { createWeaveDesk } from '#web/features/version-editor/edited-versions.ts';
import { WeaveWork } from '#web/features/version-editor/version-editor.tsx';
import { wayToWrite } from './way-to-write.ts';
import type { ShownVersion } from '#web/version-view/shown-version.ts';
import type { Worked } from '#web/version-view/version-parts.ts';

const desk = createWeaveDesk();

type WorkProps = { readonly shown: ShownVersion; readonly children: (worked: Worked) => ReactNode };

/** What makes a version one that can be worked on. */
export function createWork(linkDesk: LinkDesk, settings: Settings) {
  const run = createAgainRun({
    desk,
    weaveAgain: createWeaveAgain(linkDesk, settings),
    wordsFor: failureMessage,
  });
  onReset(run.stop);
  onWorkspaceChange(run.stop);
  return function Work(props: WorkProps) {
    return <WeaveWork {...props} desk={desk} run={run} />;
  };
}

/** Asks whoever would write a generation now. */
function createWeaveAgain(linkDesk: LinkDesk, { proofOfWork, contentLimits }: Settings): WeaveAgain {
  return async (order, signal) => {
    const writer = await wayToWrite(linkDesk, order.linkIds, contentLimits.protocol);
    const generate = await generateBy(writer, proofOfWork);
    try {
      for await (const event of generate(order, signal)) if (event.type === 'result') return event.generation;
    } finally {
      if (writer.kind === 'server') void allowance.refresh();
    }
    throw apiError('generation-failed');
  };
}
