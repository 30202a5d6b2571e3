import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb';

import { apiError, hasCode, inTime } from '#web/api/send.ts';
import { createWorkspaceApi, type WorkspaceApi } from '#web/api/workspace-api.ts';
import type { EnglishText } from '#web/german/german.ts';
import { logFailure } from '#web/lib/log.ts';
import type { LinkCache } from '#web/links-client/storage/link-cache.ts';

export type CachedLinks = Pick<LinkCache, 'hasLinks'>;

type RecoveryHost = {
  readonly api: Pick<WorkspaceApi, 'read' | 'open' | 'recoveryCode'>;
  readonly secrets: SecretStore;
  /** Runs when the browser does not store the code. */
  readonly onFail: (failure: unknown) => void;
};

const noCookieMessage =
  'Your browser blocks this site’s cookie, so your links can’t be found again later. Please allow cookies for this site.' satisfies EnglishText;

/** Stores the recovery code of the workspace so that a crash does not lose it, and restores the cookie from it. */
export type WorkspaceRecovery = {
  /** Restores the cookie if it is lost. Rejects if the server or the browser does not answer. */
  restore(cache: CachedLinks, signal: AbortSignal): Promise<void>;
  /**
   * Call it after an answer without links. `restored`: the cookie was lost, and the links must be requested again.
   * `unknown`: the server does not know the workspace of the links of this browser. Rejects like `restore`.
   */
  checkEmpty(cache: CachedLinks, signal: AbortSignal): Promise<'empty' | 'restored' | 'unknown'>;
  /** Stores the recovery code. Resolves with a message for the user if the browser keeps no cookie. */
  keep(signal: AbortSignal): Promise<string | null>;
  /** Erases the recovery code. */
  forget(): Promise<void>;
};

export function createWorkspaceRecovery({ api, secrets, onFail }: RecoveryHost): WorkspaceRecovery {
  async function read(cache: CachedLinks): Promise<string | null> {
    return secrets.read().catch(async (failure: unknown) => {
      // Some browsers never answer if storage is blocked. But a browser that has stored links is only slow, and the
      // failure counts.
      if ((await hasLinks(cache)) !== null) throw failure;
      return null;
    });
  }

  /** Finds the workspace, or opens it by its code. Returns `unknown` if it no longer exists. */
  async function find(code: string | null, signal: AbortSignal): Promise<'there' | 'restored' | 'unknown'> {
    const { exists } = await api.read(signal);
    if (exists) return 'there';
    if (code === null) return 'unknown';
    try {
      await api.open(code, signal);
      return 'restored';
    } catch (failure) {
      if (!hasCode(failure, 'recovery-code-unknown', 'recovery-code-invalid')) throw failure;
      await secrets.erase(code).catch(onFail);
      return 'unknown';
    }
  }

  return {
    async restore(cache, signal) {
      const code = await read(cache);
      if (code !== null) await find(code, signal);
    },
    async checkEmpty(cache, signal) {
      const [isCached, code] = await Promise.all([hasLinks(cache), read(cache)]);
      if (isCached !== true && code === null) return 'empty';
      const finding = await find(code, signal);
      if (finding === 'unknown' && isCached === true) return 'unknown';
      return finding === 'restored' ? 'restored' : 'empty';
    },
    async keep(signal) {
      const { exists } = await api.read(signal);
      if (!exists) return noCookieMessage;
      const code = await api.recoveryCode(signal);
      await secrets.write(code).catch(onFail);
      return null;
    },
    async forget() {
      await secrets.erase().catch(onFail);
    },
  };
}

/** Resolves with null if the browser does not say whether it stores links. */
function hasLinks(cache: CachedLinks): Promise<boolean | null> {
  return cache.hasLinks().catch(() => null);
}

export function openWorkspaceRecovery(): WorkspaceRecovery {
  return createWorkspaceRecovery({
    api: createWorkspaceApi(),
    secrets: createSecretStore(),
    onFail: (failure) => logFailure('This browser does not keep the secret of its workspace.', failure),
  });
}

type SecretSchema = DBSchema & { secret: { key: string; value: string } };
type SecretDatabase = IDBPDatabase<SecretSchema>;
type SecretObjects = IDBPObjectStore<SecretSchema, ['secret'], 'secret', 'readwrite'>;

const key = 'code';
/** In milliseconds. Some browsers never answer if storage is blocked. */
const storageTimeout = 3000;

type SecretStore = {
  /** Resolves with null if there is none, or if the browser stores nothing. Rejects if it does not answer in time. */
  read(): Promise<string | null>;
  /** Resolves when the code is on disk. Rejects if the browser does not store it in time. */
  write(code: string): Promise<void>;
  /** Erases this code, or any code if none is given. Rejects if the browser does not allow it. */
  erase(code?: string): Promise<void>;
};

function createSecretStore(): SecretStore {
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

function change(act: (store: SecretObjects) => Promise<unknown>): Promise<void> {
  const work = async (database: SecretDatabase) => {
    // Strict: the code is on disk when the transaction ends. Browsers write cookies up to half a minute later.
    const { store, done } = database.transaction('secret', 'readwrite', { durability: 'strict' });
    await Promise.all([act(store), done]);
  };
  return within(() => open(work));
}

/** Opens the database for one use, so that an idle tab does not block others. */
async function open<T>(work: (database: SecretDatabase) => Promise<T>): Promise<T> {
  // The code has its own database, because the database of the links is emptied when there is no space.
  const database = await openDB<SecretSchema>('linkweft-workspace', 1, {
    upgrade: (created) => void created.createObjectStore('secret'),
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

async function within<T>(work: () => Promise<T>): Promise<T> {
  return inTime(storageTimeout, work).catch((cause: unknown) => {
    throw apiError('storage-failed', { cause });
  });
}
