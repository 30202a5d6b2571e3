import { recoveryCodeSchema, workspaceSchema, type Workspace } from '#contract/visitor.ts';

import { send, sendForJson } from './send.ts';

export type WorkspaceApi = {
  /** Reads what the server knows about this browser's workspace. */
  read(signal?: AbortSignal): Promise<Workspace>;
  recoveryCode(signal?: AbortSignal): Promise<string>;
  /** Replaces this browser's workspace by the one of a recovery code. */
  open(code: string, signal?: AbortSignal): Promise<Workspace>;
  removeAll(): Promise<void>;
};

const path = '/api/workspace';

export function createWorkspaceApi(): WorkspaceApi {
  return {
    read: (signal) => sendForJson({ method: 'GET', path, signal, fallback: 'unexpected' }, workspaceSchema),
    async recoveryCode(signal) {
      const call = {
        method: 'POST',
        path: `${path}/recovery-code`,
        body: {},
        signal,
        fallback: 'unexpected',
      } as const;
      const { code } = await sendForJson(call, recoveryCodeSchema);
      return code;
    },
    open: (code, signal) =>
      sendForJson({ method: 'PUT', path, body: { code }, signal, fallback: 'unexpected' }, workspaceSchema),
    async removeAll() {
      await send({ method: 'DELETE', path, fallback: 'unexpected' });
    },
  };
}
