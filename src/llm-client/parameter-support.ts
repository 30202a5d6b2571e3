import type { ProviderSettings } from './completion-request.ts';
import type { ProviderError } from './provider-error.ts';

/** What a request says beside the model and the messages: each is refused by some model that accepts the others. */
export type Parameter = 'temperature' | 'stream' | 'stream_options' | 'max_tokens' | 'max_completion_tokens';

/** What one model refuses of a request. */
export type ParameterSupport = {
  readonly refused: ReadonlySet<Parameter>;
  /** Takes note of a refusal. False where it was noted during this call before: asking again would be in vain. */
  note(parameter: Parameter): boolean;
  /** Keeps what was noted for all further calls: the model has accepted the rest. */
  keep(): void;
};

/** For as long as the process or the page lives. Nothing of a visitor's is in it. */
const kept = new Map<string, ReadonlySet<Parameter>>();

const otherName: Partial<Record<Parameter, Parameter>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
};

/** The support of a model, as far as they are known when a call begins. */
export function parameterSupportOf({ baseUrl, model }: ProviderSettings): ParameterSupport {
  const name = `${model}\n${baseUrl}`;
  const refused = new Set(kept.get(name));
  const noted = new Set<Parameter>();
  return {
    refused,
    note(parameter) {
      if (noted.has(parameter)) return false;
      noted.add(parameter);
      const other = otherName[parameter];
      if (other !== undefined) refused.delete(other);
      refused.add(parameter);
      return true;
    },
    keep() {
      if (noted.size > 0) kept.set(name, refused);
    },
  };
}

const parameterOfName = new Map<string, Parameter>([
  ['temperature', 'temperature'],
  ['stream', 'stream'],
  ['stream_options', 'stream_options'],
  ['include_usage', 'stream_options'],
  ['max_tokens', 'max_tokens'],
  ['max_completion_tokens', 'max_completion_tokens'],
]);

/** `stream` is a word of every other sentence too, so that it counts in quotes alone. */
const names =
  /\b(?:temperature|stream_options|include_usage|max_tokens|max_completion_tokens)\b|['"`]stream['"`]/giu;
const wordsOfRefusal =
  /support|permitted|allowed|accepted|forbidden|extra|unrecogni[sz]ed|unknown|unexpected|deprecated/iu;
const wordsOfValue = /invalid|must|should/iu;
/** Too large a number is no refusal of the parameter that carries it. */
const wordsOfSize = /too (?:large|high|big)|at most|less than|exceed|greater|maximum|range|between|[<>≤]/iu;
/** Beyond its beginning a message may repeat the request, and with it the words of a visitor. */
const messageLength = 500;

/**
 * The parameter that a model does not take, where that is what its answer says; null for every other complaint.
 * Providers name it in `param`, or somewhere in their sentence.
 *
 * @param sent the body of the request, with its parameters by name
 */
export function refusedParameter(
  { status, error }: { readonly status: number; readonly error: ProviderError | null },
  sent: Readonly<Record<string, unknown>>,
): Parameter | null {
  if (error === null || (status !== 400 && status !== 422)) return null;
  const message = error.message.slice(0, messageLength);
  const parameter =
    error.param === null
      ? namedIn(message, sent)
      : parameterOfName.get(error.param.split(/[.[]/u, 1)[0] ?? '');
  if (parameter === undefined || !(parameter in sent)) return null;
  return parameter.startsWith('max_') && !isOfName(`${error.code} ${message}`) ? null : parameter;
}

/** A complaint about the number alone: under its other name many providers do not heed a limit, and write without. */
function isOfName(words: string): boolean {
  return wordsOfRefusal.test(words) && !wordsOfSize.test(words);
}

function namedIn(message: string, sent: Readonly<Record<string, unknown>>): Parameter | undefined {
  if (!wordsOfRefusal.test(message) && !wordsOfValue.test(message)) return undefined;
  return [...message.matchAll(names)]
    .map(([name]) => parameterOfName.get(name.replace(/\W/gu, '').toLowerCase()))
    .find((parameter) => parameter !== undefined && parameter in sent);
}
