import type { ProblemCode } from '#core/errors/problem.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { WorkspaceApi } from '#web/api/workspace-api.ts';

import type { CachedPage } from '#web/links-client/cache/cache-reading.ts';
import type { LinkCache } from '#web/links-client/cache/link-cache.ts';
import type { SecretStore } from './secret-store.ts';

/** Keeps the secret of the workspace where a crash does not take it, and gives it back to the browser's cookies. */
export type WorkspaceKeeping = {
  /** Restores the cookie where it is lost. Rejects where the server, or the browser, does not say what is to be known. */
  restore(copies: Copies, signal: AbortSignal): Promise<void>;
  /**
   * After an answer without links: whether the cookie was lost and is restored, so that the same is to be asked again.
   * Rejects where this browser has links of a workspace that the server does not know: they are not to be dropped; and
   * as `restore` does.
   */
  doubtEmpty(copies: Copies, signal: AbortSignal): Promise<boolean>;
  /** Keeps the secret of the workspace that the cookie opens. Where the browser keeps no cookie, gives words for that. */
  keep(signal: AbortSignal): Promise<string | null>;
  forget(): Promise<void>;
};

/** The links that this browser has kept. */
type Copies = Pick<LinkCache, 'page'>;

type KeepingHost = {
  readonly api: WorkspaceApi;
  readonly secrets: SecretStore;
  /** Hears that the browser does not keep the secret. */
  readonly onFail: (failure: unknown) => void;
};

const cookieWords =
  'Your browser does not keep this site’s cookie, so the links that you save here cannot be found again. Please allow cookies for this site.';
const unknownWords =
  'The server does not know the workspace of this browser any more. The links here are what this browser has kept. Under “Your data” you can save them again, or open the workspace with its recovery code; a new link begins a new list in place of these.';

const opensNothing = new Set<string>([
  'recovery-code-unknown',
  'recovery-code-invalid',
] satisfies ProblemCode[]);

export function createWorkspaceKeeping({ api, secrets, onFail }: KeepingHost): WorkspaceKeeping {
  async function read(copies: Copies): Promise<string | null> {
    return secrets.read().catch(async (failure: unknown) => {
      // Some browsers never answer where storage is blocked. This one keeps links, so it is only late.
      if ((await firstOf(copies)) !== null) throw failure;
      return null;
    });
  }

  /** Unknown: there is no workspace, or it has ended. */
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
    async doubtEmpty(copies, signal) {
      const [kept, code] = await Promise.all([firstOf(copies), read(copies)]);
      const hasCopies = kept !== null && kept.links.length > 0;
      if (!hasCopies && code === null) return false;
      const finding = await find(code, signal);
      if (finding === 'unknown' && hasCopies) throw new Error(unknownWords);
      return finding === 'restored';
    },
    async keep(signal) {
      const { exists } = await api.read(signal);
      if (!exists) return cookieWords;
      const code = await api.recoveryCode(signal);
      await secrets.write(code).catch(onFail);
      return null;
    },
  };
}

/** Null where the browser keeps none. */
function firstOf(copies: Copies): Promise<CachedPage | null> {
  return copies.page({ after: null, limit: 1, search: '' }).catch(() => null);
}
