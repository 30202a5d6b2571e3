import { recoveryCodeSchema, workspaceSchema } from '#contract/workspace.ts';
import type { Workspace } from '#contract/workspace.ts';

import { send, sendForJson } from './send.ts';

export type WorkspaceApi = {
  /** What the server knows of the workspace that this browser has opened. */
  read(): Promise<Workspace>;
  recoveryCode(): Promise<string>;
  /** Opens the workspace of a recovery code in this browser, in place of the present one. */
  open(code: string): Promise<Workspace>;
  removeAll(): Promise<void>;
};

export function createWorkspaceApi(origin = ''): WorkspaceApi {
  const path = `${origin}/api/workspace`;
  return {
    read: () => sendForJson({ method: 'GET', path, fallback: 'unexpected' }, workspaceSchema),
    async recoveryCode() {
      const call = {
        method: 'POST',
        path: `${path}/recovery-code`,
        body: {},
        fallback: 'unexpected',
      } as const;
      const { code } = await sendForJson(call, recoveryCodeSchema);
      return code;
    },
    open: (code) =>
      sendForJson({ method: 'PUT', path, body: { code }, fallback: 'unexpected' }, workspaceSchema),
    async removeAll() {
      await send({ method: 'DELETE', path, fallback: 'unexpected' });
    },
  };
}
