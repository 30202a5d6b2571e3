import type { ProblemCode } from '#core/errors/problem.ts';
import { ApiError, apiError, inTime } from '#web/api/send.ts';
import { createWorkspaceApi, type WorkspaceApi } from '#web/api/workspace-api.ts';
import { logFailure } from '#web/lib/log.ts';
import type { CachedPage, LinkCache } from '#web/links-client/cache/link-cache.ts';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

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

/** Stores the recovery code of the browser's workspace, in addition to the cookie. */
export type SecretStore = {
  /** Resolves with null if there is none, or if the browser stores nothing. Rejects if it does not answer in time. */
  read(): Promise<string | null>;
  /** Resolves when the code is on disk. Rejects if the browser does not store it in time. */
  write(code: string): Promise<void>;
  /** Erases this code, or any code if none is given. Rejects if the browser does not allow it. */
  erase(code?: string): Promise<void>;
};

type SecretSchema = DBSchema & { secret: { key: string; value: string } };
type SecretDatabase = IDBPDatabase<SecretSchema>;

/** A database of its own, because that of the links is emptied when there is no room. */
const name = 'linkweft-workspace';
const key = 'code';
/** In milliseconds. Some browsers never answer if storage is blocked. */
const storageTimeout = 3000;

export function createSecretStore(): SecretStore {
  return {
    read: () =>
      within(() => open(async (database) => (await database.get('secret', key)) ?? null).catch(() => null)),
    write: (code) => change((store) => store.put(code, key)),
    erase: (code) =>
      change(async (store) => {
        if (code === undefined || (await store.get(key)) === code) await store.delete(key);
      }),
  };
}

type Store = ReturnType<typeof storeOf>;

function storeOf(database: SecretDatabase) {
  // Strict: the code is on disk when the transaction ends. Browsers write cookies up to half a minute later.
  return database.transaction('secret', 'readwrite', { durability: 'strict' }).store;
}

function change(act: (store: Store) => Promise<unknown>): Promise<void> {
  const work = async (database: SecretDatabase) => {
    const store = storeOf(database);
    await Promise.all([act(store), store.transaction.done]);
  };
  return within(() => open(work));
}

/** Opens the database for one use, so that an idle tab does not block others. */
async function open<T>(work: (database: SecretDatabase) => Promise<T>): Promise<T> {
  const database = await openDB<SecretSchema>(name, 1, {
    upgrade: (created) => void created.createObjectStore('secret'),
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

async function within<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await inTime(storageTimeout, work);
  } catch (cause) {
    throw apiError('storage-failed', { cause });
  }
}
