import { onReset, onWorkspaceChange } from '#web/lib/events.ts';
import { type PageGenerations, messageOfFailure } from '#web/features/generation/generation-controller.ts';
import { createAgainController, type RequestAgain } from '#web/features/version-editor/weave-again.ts';
import { VersionEditor } from '#web/features/version-editor/version-editor.tsx';
import type { ComponentProps } from 'react';
import { createEditedVersions } from '#web/features/version-editor/edited-version.ts';
import type { VersionParts } from '#web/version-view/shown-version.ts';
import type { WriterChoice } from './lazy-parts.tsx';

type GenerateBy = PageGenerations['generateBy'];

/** Returns the component that lets the user change a version. Its state is kept until a reset. */
export function createEditableVersion(generateBy: GenerateBy, writerChoice: WriterChoice) {
  const versionOf = createEditedVersions();
  const again = createAgainController(createRequestAgain(writerChoice, generateBy), messageOfFailure);
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

/** The request goes to the writer that would write a generation now. */
function createRequestAgain(writerChoice: WriterChoice, generateBy: GenerateBy): RequestAgain {
  return async (order, signal) => {
    const writer = await writerChoice.choose(order.linkIds);
    const generate = await generateBy(writer);
    try {
      return await generate(order, { signal, onEvent: () => {} });
    } finally {
      if (writer.kind === 'server') void writerChoice.allowance.refresh();
    }
  };
}
