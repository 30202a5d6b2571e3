import type { BrowserModel, BrowserSession } from '#web/api/browser-model.ts';

/** How the stand-in for `LanguageModel` behaves. All of it can be sent to a browser. */
export type StandInOptions = {
  /** By language; `other` for all others. */
  readonly availability?: Readonly<
    Record<string, 'unavailable' | 'downloadable' | 'downloading' | 'available'>
  >;
  readonly contextWindow?: number;
  /** Whether it has the names that Chrome used before version 148. */
  readonly hasOldNames?: boolean;
  /** Characters for each token that it counts. */
  readonly signsPerToken?: number;
  /** Where it fails, and with which exception. The first `after` prompts are answered. */
  readonly failure?: {
    readonly at: 'availability' | 'create' | 'download' | 'clone' | 'measure' | 'prompt' | 'stream';
    readonly name: string;
    readonly after?: number;
    readonly requested?: number;
    readonly quota?: number;
  };
  /** Milliseconds between two events of a download, and between two pieces of an answer. */
  readonly pause?: number;
  /** Characters for each piece of an answer. */
  readonly piece?: number;
  /** The shares of a download that it reports. It waits for ever behind the last one, if that is not 1. */
  readonly shares?: readonly number[];
  /** The share at which it waits until `releaseDownload` is called. */
  readonly holdsAt?: number;
  /** Whether an answer never ends behind its first pieces. */
  readonly hangs?: boolean;
};

/** What the stand-in has heard, oldest first. */
type StandInLog = {
  readonly created: { readonly options: string; readonly hadActivation: boolean }[];
  readonly asked: string[];
  readonly prompts: { readonly system: string; readonly prompt: string }[];
  open: number;
  running: number;
  mostRunning: number;
};

declare global {
  /** Answers a prompt in place of the model. */
  var answerPrompt: (prompt: string) => string | Promise<string>;
  var languageModelLog: StandInLog;
  var releaseDownload: () => void;
}

type Options = Parameters<BrowserModel['availability']>[0];

/**
 * Puts a stand-in for the browser's own model in place, as the Prompt API describes it. The function is complete in
 * itself, so that it can be sent to a page. `globalThis.answerPrompt` must give the answer to a prompt.
 */
export function installLanguageModel(options: StandInOptions): void {
  const {
    availability = { other: 'available' },
    contextWindow = 9216,
    hasOldNames = false,
    signsPerToken = 4,
    failure,
    pause = 0,
    piece = 24,
    shares = [0, 0.25, 0.5, 1],
    holdsAt = null,
    hangs = false,
  } = options;
  const log: StandInLog = { created: [], asked: [], prompts: [], open: 0, running: 0, mostRunning: 0 };
  const downloaded = new Set<string>();

  const wait = async (signal?: AbortSignal) => {
    await new Promise((resolve) => setTimeout(resolve, pause));
    signal?.throwIfAborted();
  };
  const forEver = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const fail = (at: string, after = Number.POSITIVE_INFINITY) => {
    if (failure?.at !== at || after < (failure.after ?? 0)) return;
    const { name, requested, quota } = failure;
    throw Object.assign(
      new DOMException('The stand-in fails.', name),
      requested === undefined ? {} : { requested, quota },
    );
  };
  const count = (text: string) => Math.ceil(text.length / signsPerToken);
  const languageOf = ({ expectedOutputs: [text] }: Options) => text?.languages?.[0] ?? 'other';
  const stateOf = (asked: Options) => {
    const language = languageOf(asked);
    const found = availability[language] ?? availability['other'] ?? 'unavailable';
    return downloaded.has(language) ? 'available' : found;
  };

  function createSession(system: string): BrowserSession {
    let isOpen = true;
    log.open += 1;
    const check = () => {
      if (!isOpen) throw new DOMException('The session was destroyed.', 'InvalidStateError');
    };
    const measure = async (prompt: string) => {
      check();
      fail('measure');
      return count(prompt);
    };
    const used = count(system);
    return {
      ...(hasOldNames
        ? { inputQuota: contextWindow, inputUsage: used, measureInputUsage: measure }
        : { contextWindow, contextUsage: used, measureContextUsage: measure }),
      async clone() {
        check();
        fail('clone');
        return createSession(system);
      },
      promptStreaming(prompt: string, { signal }: { signal: AbortSignal }) {
        check();
        const number = log.prompts.push({ system, prompt }) - 1;
        async function* answer() {
          log.running += 1;
          log.mostRunning = Math.max(log.mostRunning, log.running);
          try {
            fail('prompt', number);
            if (used + count(prompt) > contextWindow)
              throw Object.assign(new DOMException('Too long.', 'QuotaExceededError'), {
                requested: used + count(prompt),
                quota: contextWindow,
              });
            const text = await globalThis.answerPrompt(prompt);
            for (let at = 0; at < text.length; at += piece) {
              await wait(signal);
              yield text.slice(at, at + piece);
              if (at > text.length / 2) fail('stream', number);
              if (at > text.length / 2 && hangs) await forEver(signal);
            }
          } finally {
            log.running -= 1;
          }
        }
        const pieces = answer();
        return new ReadableStream<string>({
          async pull(controller) {
            const step = await pieces.next();
            if (step.done === true) controller.close();
            else controller.enqueue(step.value);
          },
          cancel: () => void pieces.return(undefined),
        });
      },
      destroy() {
        if (isOpen) log.open -= 1;
        isOpen = false;
      },
    };
  }

  globalThis.languageModelLog = log;
  globalThis.LanguageModel = {
    async availability(asked) {
      log.asked.push(languageOf(asked));
      fail('availability');
      return stateOf(asked);
    },
    async create(asked) {
      const { signal, monitor, initialPrompts, expectedInputs, expectedOutputs } = asked;
      const isBrowser = 'window' in globalThis;
      log.created.push({
        options: JSON.stringify({ initialPrompts, expectedInputs, expectedOutputs }),
        hadActivation: !isBrowser || navigator.userActivation.isActive,
      });
      fail('create');
      const state = stateOf(asked);
      if (state === 'unavailable') throw new DOMException('There is no model.', 'NotSupportedError');
      if (state !== 'available') {
        const target = new EventTarget();
        monitor(target);
        for (const loaded of shares) {
          await wait(signal);
          target.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded, total: 1 }));
          if (loaded === holdsAt)
            await new Promise<void>((resolve) => (globalThis.releaseDownload = resolve));
          if (loaded >= 0.5) fail('download');
        }
        if (shares.at(-1) !== 1) await forEver(signal);
        downloaded.add(languageOf(asked));
      }
      signal?.throwIfAborted();
      return createSession(initialPrompts?.[0]?.content ?? '');
    },
  };
}
