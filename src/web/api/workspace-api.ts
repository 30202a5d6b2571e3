import { recoveryCodeSchema, workspaceSchema, type Workspace } from '#contract/visitor.ts';

import { send, sendForJson } from './send.ts';

const path = '/api/workspace';
const fallback = 'unexpected';

export type WorkspaceApi = ReturnType<typeof createWorkspaceApi>;

export function createWorkspaceApi() {
  return {
    /** Reads what the server knows about this browser's workspace. */
    read: (signal?: AbortSignal): Promise<Workspace> =>
      sendForJson({ method: 'GET', path, signal, fallback }, workspaceSchema),
    async recoveryCode(signal?: AbortSignal): Promise<string> {
      const call = { method: 'POST', path: `${path}/recovery-code`, body: {}, signal, fallback } as const;
      return (await sendForJson(call, recoveryCodeSchema)).code;
    },
    /** Replaces this browser's workspace by the one of a recovery code. */
    open: (code: string, signal?: AbortSignal): Promise<Workspace> =>
      sendForJson({ method: 'PUT', path, body: { code }, signal, fallback }, workspaceSchema),
    async removeAll(): Promise<void> {
      await send({ method: 'DELETE', path, fallback });
    },
  };
}
