import type { ReactNode } from 'react';

import type { Settings } from '#contract/settings.ts';
import { apiError } from '#web/api/api-error.ts';
import { onReset, onWorkspaceChange } from '#web/lib/events.ts';
import { failureMessage } from '#web/features/generation/generation-run.ts';
import { generateBy } from '#web/features/generation/writers.ts';
import { createAgainRun } from '#web/features/version-editor/again-run.ts';
import type { WeaveAgain } from '#web/features/version-editor/again-run.ts';
import { createWeaveDesk } from '#web/features/version-editor/weave-desk.ts';
import { WeaveWork } from '#web/features/version-editor/weave-work.tsx';
import type { WriterChoice } from './choose-writer.ts';
import type { ShownVersion } from '#web/version-view/shown-version.ts';
import type { Worked } from '#web/version-view/version-parts.ts';

type EditableVersionProps = {
  readonly shown: ShownVersion;
  readonly children: (worked: Worked) => ReactNode;
};

/** Returns the component that lets the user change a version. Its state is kept until a reset. */
export function createEditableVersion({ proofOfWork }: Settings, writerChoice: WriterChoice) {
  const desk = createWeaveDesk();
  const run = createAgainRun({
    desk,
    weaveAgain: createWeaveAgain(writerChoice, proofOfWork),
    wordsFor: failureMessage,
  });
  onReset(run.stop);
  onWorkspaceChange(run.stop);
  return function EditableVersion(props: EditableVersionProps) {
    return <WeaveWork {...props} desk={desk} run={run} />;
  };
}

/** Asks the writer that would write a generation now. */
function createWeaveAgain(writerChoice: WriterChoice, wantsProof: boolean): WeaveAgain {
  return async (order, signal) => {
    const writer = await writerChoice.choose(order.linkIds);
    const generate = await generateBy(writer, wantsProof);
    try {
      for await (const event of generate(order, signal)) if (event.type === 'result') return event.generation;
    } finally {
      if (writer.kind === 'server') void writerChoice.allowance.refresh();
    }
    throw apiError('generation-failed');
  };
}
