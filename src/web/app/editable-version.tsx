import type { ComponentProps } from 'react';

import type { Settings } from '#contract/settings.ts';
import { messageOfFailure } from '#web/features/generation/generation-controller.ts';
import { generateBy } from '#web/features/generation/run-generation.ts';
import { createEditedVersions } from '#web/features/version-editor/edited-version.ts';
import { VersionEditor } from '#web/features/version-editor/version-editor.tsx';
import { createAgainController, type RequestAgain } from '#web/features/version-editor/weave-again.ts';
import { onReset, onWorkspaceChange } from '#web/lib/events.ts';
import type { VersionParts } from '#web/version-view/shown-version.ts';

import type { WriterChoice } from './writer-status.tsx';

/** Returns the component that lets the user change a version. Its state is kept until a reset. */
export function createEditableVersion({ proofOfWork }: Settings, writerChoice: WriterChoice) {
  const versionOf = createEditedVersions();
  const again = createAgainController(createRequestAgain(writerChoice, proofOfWork), messageOfFailure);
  onReset(again.stop);
  onWorkspaceChange(again.stop);
  return function EditableVersion({ shown, children }: ComponentProps<VersionParts['Editor']>) {
    return (
      <VersionEditor version={versionOf(shown)} again={again}>
        {children}
      </VersionEditor>
    );
  };
}

/** Asks the writer that would write a generation now. */
function createRequestAgain(writerChoice: WriterChoice, wantsProof: boolean): RequestAgain {
  return async (order, signal) => {
    const writer = await writerChoice.choose(order.linkIds);
    const generate = await generateBy(writer, wantsProof);
    try {
      return await generate(order, { signal, onEvent: () => {} });
    } finally {
      if (writer.kind === 'server') void writerChoice.allowance.refresh();
    }
  };
}
