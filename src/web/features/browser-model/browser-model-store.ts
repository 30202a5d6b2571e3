import type { Availability } from '#web/api/browser-model.ts';
import { messageOf } from '#web/api/send.ts';
import { t } from '#web/lib/language.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import { createStore, type ReadonlyStore, type Store } from '#web/lib/store.ts';
import { createTimer } from '#web/lib/tasks.ts';
import { announce } from '#web/ui/announcer.tsx';

/** 'unknown': not checked yet. */
export type BrowserModelState = Availability | 'unknown';

/** Whether this browser has a model for the language of the text, and whether the visitor writes with it. */
export type BrowserModelStore = {
  readonly state: ReadonlyStore<BrowserModelState>;
  /** The share that is downloaded, from 0 to 1. Null: this page follows no download. */
  readonly downloaded: ReadonlyStore<number | null>;
  /** Why the last download failed. */
  readonly failure: ReadonlyStore<string | null>;
  readonly isUsed: ReadonlyStore<boolean>;
  /** Receives what the browser says while a generation opens its model. */
  onState(next: Availability, share?: number | null): void;
  /** Requests the state once the page is idle, and again when the language of the text changes. */
  follow(content: string): void;
  /** Writes with the browser's model from now on, and begins its download. Call it in the handler of a click. */
  use(): void;
  /** Returns to the writer of the site, and stops a download. */
  leave(): void;
  /** Reads again what another tab has chosen. */
  reread(): void;
};

// Few browsers have a model, so its code is loaded when it is needed.
const loadCode = () => import('#web/api/browser-model.ts');
const hasModel = () => globalThis.LanguageModel !== undefined;

const usedName = 'browserModel';
/** The pause in typing after which the language of the text is read again, in milliseconds. */
const readDelay = 1000;

/** What the browser says of its model, for the language of the text. */
function createAvailability(pageLanguage: string) {
  const state = createStore<BrowserModelState>(hasModel() ? 'unknown' : 'unavailable');
  /** The share that is downloaded, from 0 to 1. Null: this page follows no download. */
  const downloaded = createStore<number | null>(null);
  /** Undefined: not checked yet. */
  let language: string | null | undefined;
  const timer = createTimer();

  async function check(): Promise<void> {
    const checked = language ?? null;
    // Without the network, this code may not load. Then nothing is offered.
    const code = await loadCode().catch(() => null);
    const next = (await code?.askAvailability(checked)) ?? 'unavailable';
    // The answer may be late. A download that this page follows knows more.
    if ((language ?? null) === checked && downloaded.get() === null) state.set(next);
  }

  async function read(content: string): Promise<void> {
    // Without the network, this code may not load. Then nothing is offered.
    const code =
      content.trim() === '' ? null : await import('#web/api/text-language.ts').catch(() => undefined);
    if (code === undefined) return;
    const found = code === null ? pageLanguage : code.languageOfText(content);
    if (found === language) return;
    language = found;
    await check();
  }

  return {
    state,
    downloaded,
    language: () => language ?? null,
    check,
    follow(content: string): void {
      if (state.get() !== 'unavailable' || language !== undefined)
        timer.start(() => void read(content), readDelay);
    },
    onState(next: Availability, share: number | null = null): void {
      state.set(next);
      downloaded.set(share);
    },
  };
}

/**
 * The choice is remembered on this device.
 * @param pageLanguage The language that counts while there is no text, as a BCP 47 tag.
 */
export function createBrowserModelStore(storage: SafeStorage, pageLanguage: string): BrowserModelStore {
  const { state, downloaded, language, check, follow, onState } = createAvailability(pageLanguage);
  const isUsed = createStore(false);
  const failure = createStore<string | null>(null);
  let ending = new AbortController();

  /** Downloads the model, because the browser allows that only shortly after a click. Never throws. */
  async function download(): Promise<void> {
    const { signal } = (ending = new AbortController());
    announce(t('The browser downloads its model'));
    try {
      const { openBrowserModel } = await loadCode();
      const session = await openBrowserModel({ language: language(), system: null, signal, onState });
      session.destroy();
      announce(t('The browser’s model is ready'));
    } catch (problem) {
      if (signal.aborted) return;
      leave();
      failure.set(messageOf(problem));
    }
  }

  function choose(next: boolean): void {
    if (next) storage.write(usedName, 'yes');
    else storage.remove(usedName);
    isUsed.set(next);
  }

  function leave(): void {
    ending.abort();
    failure.set(null);
    downloaded.set(null);
    if (isUsed.get()) choose(false);
    // The browser may go on with a download that the page has stopped.
    if (state.get() === 'downloading') void check();
  }

  const reread = (): void => isUsed.set(hasModel() && storage.read(usedName) !== null);
  reread();

  return {
    state: readonly(state),
    downloaded: readonly(downloaded),
    failure: readonly(failure),
    isUsed: readonly(isUsed),
    onState,
    follow,
    use() {
      failure.set(null);
      choose(true);
      if (state.get() === 'available') announce(t('This browser’s model writes now'));
      else void download();
    },
    leave,
    reread,
  };
}

function readonly<T>({ get, subscribe }: Store<T>): ReadonlyStore<T> {
  return { get, subscribe };
}
