import type { ProviderSettings } from './completion-request.ts';
import type { ProviderError } from './provider-error.ts';

/**
 * Parameters of a request besides the model and the messages. For each, some models refuse it that accept the
 * others.
 */
export type Parameter = 'temperature' | 'stream' | 'stream_options' | 'max_tokens' | 'max_completion_tokens';

/** Which parameters one model refuses. */
export type ParameterSupport = {
  readonly refused: ReadonlySet<Parameter>;
  /** Notes a refusal. Returns false if this call has noted it before: then asking again is useless. */
  note(parameter: Parameter): boolean;
  /** Remembers the refusals for all further calls, because the model has accepted the rest. */
  keep(): void;
};

/** Lives as long as the process or the page. It holds nothing about visitors. */
const kept = new Map<string, ReadonlySet<Parameter>>();

const otherName: Partial<Record<Parameter, Parameter>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
};

/** Returns what is known about a model when a call begins. */
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

/** `stream` is also an ordinary word, so it counts only in quotes. */
const names =
  /\b(?:temperature|stream_options|include_usage|max_tokens|max_completion_tokens)\b|['"`]stream['"`]/giu;
const wordsOfRefusal =
  /support|permitted|allowed|accepted|forbidden|extra|unrecogni[sz]ed|unknown|unexpected|deprecated/iu;
const wordsOfValue = /invalid|must|should/iu;
/** A number that is too large is not a refusal of its parameter. */
const wordsOfSize = /too (?:large|high|big)|at most|less than|exceed|greater|maximum|range|between|[<>≤]/iu;
/** The rest of a message may repeat the request, and with it the words of a visitor. */
const messageLength = 500;

/**
 * Returns the parameter that the answer says is not supported, or null for every other error. Providers name it in
 * `param`, or somewhere in their message.
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

/**
 * Whether the name is refused, and not only the number. Under the other name many providers ignore a limit and write
 * without one.
 */
function isOfName(words: string): boolean {
  return wordsOfRefusal.test(words) && !wordsOfSize.test(words);
}

function namedIn(message: string, sent: Readonly<Record<string, unknown>>): Parameter | undefined {
  if (!wordsOfRefusal.test(message) && !wordsOfValue.test(message)) return undefined;
  return [...message.matchAll(names)]
    .map(([name]) => parameterOfName.get(name.replace(/\W/gu, '').toLowerCase()))
    .find((parameter) => parameter !== undefined && parameter in sent);
}
