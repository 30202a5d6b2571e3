import type { ProblemCode } from '#core/problem/problem.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { WorkspaceApi } from '#web/api/workspace-api.ts';

import type { LinkCache } from './link-cache.ts';
import type { SecretStore } from './secret-store.ts';

/** Keeps the secret of the workspace where a crash does not take it, and gives it back to the browser's cookies. */
export type WorkspaceKeeping = {
  /** Restores the cookie where it is lost. Rejects where the server cannot be asked. */
  restore(): Promise<void>;
  /**
   * After an answer without links: whether the cookie was lost and is restored, so that the same is to be asked again.
   * Throws where this browser has links of a workspace that the server does not know: they are not to be dropped.
   */
  doubtEmpty(copies: Pick<LinkCache, 'page'>): Promise<boolean>;
  /** Keeps the secret of the workspace that the cookie opens. Where the browser keeps no cookie, gives words for that. */
  keep(): Promise<string | null>;
  forget(): Promise<void>;
};

type KeepingHost = {
  readonly api: WorkspaceApi;
  readonly secrets: SecretStore;
  /** Hears that the browser does not keep the secret. */
  readonly onFail: (failure: unknown) => void;
};

const cookieWords =
  'Your browser does not keep this site’s cookie, so the links that you save here cannot be found again. Please allow cookies for this site.';
const unknownWords =
  'The server does not know the workspace of this browser any more. The links below are what this browser has kept. Open the workspace with its recovery code under “Your data”; a new link begins a new list in place of these.';

/** A server that does not answer keeps no link from being saved for longer, in milliseconds. */
const patience = 5000;
const opensNothing = new Set<string>([
  'recovery-code-unknown',
  'recovery-code-invalid',
] satisfies ProblemCode[]);

export function createWorkspaceKeeping({ api, secrets, onFail }: KeepingHost): WorkspaceKeeping {
  const read = () => secrets.read().catch(() => null);

  async function forget(): Promise<void> {
    await secrets.erase().catch(onFail);
  }

  /** Unknown: there is no workspace, or it has ended. */
  async function find(): Promise<'there' | 'restored' | 'unknown'> {
    const { exists } = await api.read(AbortSignal.timeout(patience));
    if (exists) return 'there';
    const code = await read();
    if (code === null) return 'unknown';
    try {
      await api.open(code, AbortSignal.timeout(patience));
      return 'restored';
    } catch (failure) {
      if (!(failure instanceof ApiError && opensNothing.has(failure.code))) throw failure;
      await forget();
      return 'unknown';
    }
  }

  return {
    forget,
    async restore() {
      if ((await read()) !== null) await find();
    },
    async doubtEmpty(copies) {
      const first = copies.page({ after: null, limit: 1, search: '' }).catch(() => null);
      const [kept, code] = await Promise.all([first, read()]);
      const hasCopies = kept !== null && kept.links.length > 0;
      if (!hasCopies && code === null) return false;
      const finding = await find();
      if (finding === 'unknown' && hasCopies) throw new Error(unknownWords);
      return finding === 'restored';
    },
    async keep() {
      const { exists } = await api.read(AbortSignal.timeout(patience));
      if (!exists) return cookieWords;
      const code = await api.recoveryCode(AbortSignal.timeout(patience));
      await secrets.write(code).catch(onFail);
      return null;
    },
  };
}
