import { createWorkspaceApi } from '#web/api/workspace-api.ts';
import { createSecretStore } from './secret-store.ts';
import { createWorkspaceKeeping } from './workspace-recovery.ts';
import type { WorkspaceKeeping } from './workspace-recovery.ts';
import { logFailure } from '#web/lib/log.ts';

export function openWorkspaceKeeping(): WorkspaceKeeping {
  return createWorkspaceKeeping({
    api: createWorkspaceApi(),
    secrets: createSecretStore(),
    onFail: (failure) => logFailure('This browser does not keep the secret of its workspace.', failure),
  });
}
