import type { EnglishText } from '#web/german/german.ts';
import { ProblemError, stopReason, type ProblemCode } from '#core/errors/problem-messages.ts';

/**
 * What a browser says of its model. 'downloadable' and 'downloading': it must be downloaded before it can write.
 * Source: https://webmachinelearning.github.io/prompt-api/ and its standards for `Availability`.
 */
export type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

type Expected = { readonly type: 'text'; readonly languages?: readonly string[] };

type CoreOptions = {
  readonly expectedInputs: readonly Expected[];
  readonly expectedOutputs: readonly Expected[];
};

type CreateOptions = CoreOptions & {
  readonly initialPrompts?: readonly { readonly role: 'system'; readonly content: string }[];
  readonly signal: AbortSignal;
  readonly monitor: (monitor: EventTarget) => void;
};

/** The part of the Prompt API that this page uses. Chrome before version 148 has the second names of the counts. */
export type BrowserModel = {
  availability(options: CoreOptions): Promise<Availability>;
  create(options: CreateOptions): Promise<BrowserSession>;
};

type SignalOption = { readonly signal: AbortSignal };

export type BrowserSession = {
  readonly contextWindow?: number;
  readonly contextUsage?: number;
  measureContextUsage?(input: string, options: SignalOption): Promise<number>;
  readonly inputQuota?: number;
  readonly inputUsage?: number;
  measureInputUsage?(input: string, options: SignalOption): Promise<number>;
  clone(options: SignalOption): Promise<BrowserSession>;
  promptStreaming(input: string, options: SignalOption): ReadableStream<string>;
  destroy(): void;
};

declare global {
  var LanguageModel: BrowserModel | undefined;
}

/** Returns the model of this browser. Undefined: it has none, or the page was opened without encryption. */
export const findBrowserModel = (): BrowserModel | undefined => globalThis.LanguageModel;

/** Returns how many tokens a session can hold, and how many it holds. */
export function windowOf(session: BrowserSession): { readonly size: number; readonly used: number } {
  return {
    size: session.contextWindow ?? session.inputQuota ?? Number.POSITIVE_INFINITY,
    used: session.contextUsage ?? session.inputUsage ?? 0,
  };
}

/** Returns how many tokens a prompt has. */
export async function countTokens(
  session: BrowserSession,
  prompt: string,
  signal: AbortSignal,
): Promise<number> {
  const count = session.measureContextUsage ?? session.measureInputUsage;
  return (await count?.call(session, prompt, { signal })) ?? 0;
}

/** The instructions of each prompt are in English. Without a language, the browser is asked for no particular one. */
function optionsFor(language: string | null): CoreOptions {
  if (language === null) return { expectedInputs: [{ type: 'text' }], expectedOutputs: [{ type: 'text' }] };
  return {
    expectedInputs: [{ type: 'text', languages: [...new Set([language, 'en'])] }],
    expectedOutputs: [{ type: 'text', languages: [language] }],
  };
}

/** Asks the browser for its model. `language` is a BCP 47 tag, or null for one that is not known. Never rejects. */
export async function askAvailability(language: string | null): Promise<Availability> {
  try {
    return (await findBrowserModel()?.availability(optionsFor(language))) ?? 'unavailable';
  } catch {
    return 'unavailable';
  }
}

type OpenOptions = {
  readonly language: string | null;
  /** Null: the session is only opened to download the model. */
  readonly system: string | null;
  readonly signal: AbortSignal;
  /** Hears what the browser says of its model, and while it downloads, which share is there: from 0 to 1. */
  readonly onState: (state: Availability, share?: number) => void;
};

/**
 * Opens a session, and downloads the model before, if that is necessary. The visitor must have clicked shortly before.
 * Throws a `ProblemError`.
 */
export async function openBrowserModel({
  language,
  system,
  signal,
  onState,
}: OpenOptions): Promise<BrowserSession> {
  const model = findBrowserModel();
  const availability = await askAvailability(language);
  onState(availability);
  if (model === undefined || availability === 'unavailable')
    throw new ProblemError('provider-model-missing', { detail: browserProblems.unavailable });
  try {
    const session = await model.create({
      ...optionsFor(language),
      ...(system === null ? {} : { initialPrompts: [{ role: 'system', content: system }] }),
      signal,
      monitor(monitor) {
        monitor.addEventListener('downloadprogress', (event) => {
          if (availability === 'available' || !('loaded' in event)) return;
          onState('downloading', Math.min(1, Number(event.loaded)));
        });
      },
    });
    onState('available');
    return session;
  } catch (failure) {
    void askAvailability(language).then((state) => onState(state));
    throw explainFailure(failure, signal);
  }
}

/** What the visitor reads about failures of the browser's model, by the name of the exception. */
const browserProblems = {
  unavailable:
    'This browser’s model does not write in the language of your text, or is switched off. Please use another writer for this text.',
  NotSupportedError:
    'This browser’s model does not write in the language of your text. Please use another writer for this text.',
  NotAllowedError:
    'This browser did not let the page use its model. Please press the button again, and allow on-device AI for this page in the browser’s settings.',
  NetworkError:
    'The browser could not download its model. Please check your connection and that the disk has several gigabytes left, and try again.',
  OperationError: 'The browser’s model failed. Please try again, or use another writer.',
  AbortError: 'The browser ended the work of its model. Please try again.',
  InvalidStateError: 'The browser has closed its model. Please reload the page and try again.',
  UnknownError:
    'The browser’s model failed, and the browser does not say why. Please try again, or use another writer.',
  tooMuch:
    'This is too much for the browser’s model. Please select fewer links or shorten the longest sentences, and try again.',
  empty: 'The browser’s model gave no answer. Please try again, or use another writer.',
} as const satisfies Readonly<Record<string, EnglishText>>;

const codes: Readonly<Record<string, ProblemCode>> = {
  NotSupportedError: 'provider-model-missing',
  NotAllowedError: 'provider-forbidden',
  NetworkError: 'provider-unreachable',
  AbortError: 'provider-reply-cut',
};

/** Returns the failure of a call to the browser's model as a problem, with what the visitor can do. */
export function explainFailure(failure: unknown, signal: AbortSignal): ProblemError {
  if (failure instanceof ProblemError) return failure;
  if (signal.aborted) return stopReason(signal);
  const name = failure instanceof Error ? failure.name : '';
  if (name === 'QuotaExceededError') return tooMuchAtOnce(failure);
  const isKnown = (known: string): known is keyof typeof browserProblems => known in browserProblems;
  const detail = browserProblems[isKnown(name) ? name : 'UnknownError'];
  return new ProblemError(codes[name] ?? 'provider-unavailable', { cause: failure, detail });
}

/** Returns the problem of a prompt that does not fit, with the numbers if the browser tells them. */
export function tooMuchAtOnce(cause?: unknown): ProblemError {
  const { requested = null, quota = null } = sizesOf(cause);
  const detail =
    requested === null || quota === null
      ? browserProblems.tooMuch
      : `This is too much for the browser’s model: ${requested.toLocaleString('en')} tokens, and its limit is ${quota.toLocaleString('en')}. Please select fewer links or shorten the longest sentences, and try again.`;
  return new ProblemError('provider-context-exceeded', { cause, detail });
}

function sizesOf(failure: unknown): { readonly requested?: number; readonly quota?: number } {
  if (!(failure instanceof Error) || !('requested' in failure && 'quota' in failure)) return {};
  const { requested, quota } = failure;
  return typeof requested === 'number' && typeof quota === 'number' ? { requested, quota } : {};
}

/** Returns the problem of an answer without text. */
export const emptyAnswer = () => new ProblemError('reply-empty', { detail: browserProblems.empty });
