import type { Workspace } from '#contract/workspace.ts';

import { createNotice } from './notice.ts';
import type { Notice } from './notice.ts';

const cookieWords =
  'Your browser does not keep this site’s cookie, so the links that you save here cannot be found again. Please allow cookies for this site.';

/** Whether links that are saved can be found again: asked once, after the first one. */
export type WorkspaceCheck = {
  readonly workspaceNotice: Notice;
  linkSaved(): void;
};

export function createWorkspaceCheck(readWorkspace: () => Promise<Workspace>): WorkspaceCheck {
  const workspaceNotice = createNotice();
  let isChecked = false;

  async function check(): Promise<void> {
    const { exists } = await readWorkspace();
    if (!exists) workspaceNotice.show(cookieWords);
  }

  return {
    workspaceNotice,
    linkSaved() {
      if (isChecked) return;
      isChecked = true;
      check().catch(() => (isChecked = false));
    },
  };
}
