import type { ProblemCode } from '#core/errors/problem.ts';
import { ApiError } from '#web/api/api-error.ts';
import { createWorkspaceApi, type WorkspaceApi } from '#web/api/workspace-api.ts';
import { logFailure } from '#web/lib/log.ts';

import type { CachedPage } from '#web/links-client/cache/cache-reading.ts';
import type { LinkCache } from '#web/links-client/cache/link-cache.ts';
import { createSecretStore, type SecretStore } from './secret-store.ts';

/** Stores the recovery code of the workspace so that a crash does not lose it, and restores the cookie from it. */
export type WorkspaceRecovery = {
  /** Restores the cookie if it is lost. Rejects if the server or the browser does not answer. */
  restore(copies: Copies, signal: AbortSignal): Promise<void>;
  /**
   * Call it after an answer without links. Resolves with true if the cookie was lost and is restored: then ask again.
   * Rejects if this browser has links of a workspace that the server does not know, so that they are not dropped. Also
   * rejects like `restore`.
   */
  checkEmpty(copies: Copies, signal: AbortSignal): Promise<boolean>;
  /** Stores the recovery code of the workspace. Resolves with a message for the user if the browser keeps no cookie. */
  keep(signal: AbortSignal): Promise<string | null>;
  forget(): Promise<void>;
};

/** The cached links. */
type Copies = Pick<LinkCache, 'page'>;

type RecoveryHost = {
  readonly api: WorkspaceApi;
  readonly secrets: SecretStore;
  /** Runs when the browser does not store the code. */
  readonly onFail: (failure: unknown) => void;
};

const noCookieMessage =
  'Your browser does not keep this site’s cookie, so the links that you save here cannot be found again. Please allow cookies for this site.';
const unknownWorkspaceMessage =
  'The server does not know the workspace of this browser any more. The links here are what this browser has kept. Under “Your data” you can save them again, or open the workspace with its recovery code; a new link begins a new list in place of these.';

const opensNothing = new Set<string>([
  'recovery-code-unknown',
  'recovery-code-invalid',
] satisfies ProblemCode[]);

export function createWorkspaceRecovery({ api, secrets, onFail }: RecoveryHost): WorkspaceRecovery {
  async function read(copies: Copies): Promise<string | null> {
    return secrets.read().catch(async (failure: unknown) => {
      // Some browsers never answer if storage is blocked. This one stores links, so it is only slow.
      if ((await firstOf(copies)) !== null) throw failure;
      return null;
    });
  }

  /** Returns `unknown` if there is no workspace, or if it was deleted. */
  async function find(code: string | null, signal: AbortSignal): Promise<'there' | 'restored' | 'unknown'> {
    const { exists } = await api.read(signal);
    if (exists) return 'there';
    if (code === null) return 'unknown';
    try {
      await api.open(code, signal);
      return 'restored';
    } catch (failure) {
      if (!(failure instanceof ApiError && opensNothing.has(failure.code))) throw failure;
      await secrets.erase(code).catch(onFail);
      return 'unknown';
    }
  }

  return {
    async forget() {
      await secrets.erase().catch(onFail);
    },
    async restore(copies, signal) {
      const code = await read(copies);
      if (code !== null) await find(code, signal);
    },
    async checkEmpty(copies, signal) {
      const [kept, code] = await Promise.all([firstOf(copies), read(copies)]);
      const hasCopies = kept !== null && kept.links.length > 0;
      if (!hasCopies && code === null) return false;
      const finding = await find(code, signal);
      if (finding === 'unknown' && hasCopies) throw new Error(unknownWorkspaceMessage);
      return finding === 'restored';
    },
    async keep(signal) {
      const { exists } = await api.read(signal);
      if (!exists) return noCookieMessage;
      const code = await api.recoveryCode(signal);
      await secrets.write(code).catch(onFail);
      return null;
    },
  };
}

/** Resolves with null if the browser stores none. */
function firstOf(copies: Copies): Promise<CachedPage | null> {
  return copies.page({ after: null, limit: 1, search: '' }).catch(() => null);
}

export function openWorkspaceRecovery(): WorkspaceRecovery {
  return createWorkspaceRecovery({
    api: createWorkspaceApi(),
    secrets: createSecretStore(),
    onFail: (failure) => logFailure('This browser does not keep the secret of its workspace.', failure),
  });
}
