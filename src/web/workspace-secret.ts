import { createWorkspaceApi } from './api/workspace-api.ts';
import { createSecretStore } from './features/links/secret-store.ts';
import { createWorkspaceKeeping } from './features/links/workspace-keeping.ts';
import type { WorkspaceKeeping } from './features/links/workspace-keeping.ts';
import { logFailure } from './ui/log.ts';

export function openWorkspaceKeeping(): WorkspaceKeeping {
  return createWorkspaceKeeping({
    api: createWorkspaceApi(),
    secrets: createSecretStore(),
    onFail: (failure) => logFailure('This browser does not keep the secret of its workspace.', failure),
  });
}
