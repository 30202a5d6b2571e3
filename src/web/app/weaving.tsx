import type { ReactNode } from 'react';

import type { Settings } from '#contract/settings.ts';

import { onReset, onWorkspaceChange } from '#web/lib/events.ts';
import { allowance } from '#web/features/allowance/allowance.ts';
import { messageOfFailure } from '#web/features/generation/generation-messages.ts';
import { generateBy } from '#web/features/generation/run-generation.ts';
import type { LinkDesk } from '#web/links-client/list/link-desk.ts';
import { createEditedVersions } from '#web/features/version-editor/edited-versions.ts';
import { VersionEditor } from '#web/features/version-editor/version-editor.tsx';
import { createAgainController } from '#web/features/version-editor/weave-again.ts';
import type { RequestAgain } from '#web/features/version-editor/weave-again.ts';
import { wayToWrite } from './way-to-write.ts';
import type { EditedView, ShownVersion } from '#web/version-view/shown-version.ts';

const versions = createEditedVersions();

type WorkProps = { readonly shown: ShownVersion; readonly children: (edited: EditedView) => ReactNode };

/** What makes a version one that can be worked on. */
export function createWork(linkDesk: LinkDesk, settings: Settings) {
  const again = createAgainController({
    versions,
    requestAgain: createRequestAgain(linkDesk, settings),
    messageOf: messageOfFailure,
  });
  onReset(again.stop);
  onWorkspaceChange(again.stop);
  return function Work(props: WorkProps) {
    return <VersionEditor {...props} versions={versions} again={again} />;
  };
}

/** Asks whoever would write a generation now. */
function createRequestAgain(linkDesk: LinkDesk, { proofOfWork, contentLimits }: Settings): RequestAgain {
  return async (order, signal) => {
    const writer = await wayToWrite(linkDesk, order.linkIds, contentLimits.protocol);
    const generate = await generateBy(writer, proofOfWork);
    try {
      return await generate(order, { signal, onEvent: () => {} });
    } finally {
      if (writer.kind === 'server') void allowance.refresh();
    }
  };
}
