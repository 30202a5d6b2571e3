import { isFields, type ProviderError } from '#llm-client/errors/provider-error.ts';

/** Parameters of a request besides the model, and the role of the first message. Some models refuse one of them. */
const parameters = [
  'temperature',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'reasoning_effort',
  'think',
  'chat_template_kwargs',
  'system',
] as const;

export type Parameter = (typeof parameters)[number];

/** What else stands for a parameter: a field of it, or the words of Ollama for its value. */
const otherNames = new Map<string, Parameter>([
  ['include_usage', 'stream_options'],
  ['streaming', 'stream'],
  ['enable_thinking', 'chat_template_kwargs'],
  ['reasoning value', 'reasoning_effort'],
  ['think value', 'reasoning_effort'],
]);

function parameterOf(name: string): Parameter | undefined {
  return otherNames.get(name) ?? parameters.find((parameter) => parameter === name);
}

/** `stream` and `think` are also ordinary words, so they count only in quotes. */
const names =
  /\b(?:temperature|stream_options|include_usage|streaming|max_tokens|max_completion_tokens|reasoning_effort|chat_template_kwargs|enable_thinking|(?:reasoning|think) value)\b|['"`](?:stream|think)['"`]/giu;
/** Words that say that a name is refused, not the number of a limit, and not by chance. */
const wordsOfRefusal =
  /support|permitted|allowed|accepted|forbidden|extra|unrecogni[sz]ed|unknown|unexpected|deprecated|instead|must alternate/iu;
/** These words say that a number is too large, which is not a refusal of its parameter. */
const wordsOfSize = /too (?:large|high|big)|at most|less than|exceed|greater|maximum|range|between|[<>≤]/iu;
/** How much of a message is read. The rest may repeat the request with the words of a visitor. */
const messageLength = 500;

/** Whether a status may refuse a request. Some programs refuse with 500, which also has other meanings. */
function mayRefuse(status: number, message: string): boolean {
  return status === 400 || status === 422 || (status === 500 && wordsOfRefusal.test(message));
}

/**
 * Returns the parameter that a refusal names, in whatever words, or null. A request without it may be accepted.
 * Providers name it in `param`, or somewhere in their message. `sent` is the body of the request.
 */
export function refusedParameter(
  { status, error }: { readonly status: number; readonly error: ProviderError | null },
  sent: Readonly<Record<string, unknown>>,
): Parameter | null {
  const message = error?.message.slice(0, messageLength) ?? '';
  if (error === null || !mayRefuse(status, message)) return null;
  if (systemRole.test(`${error.param}; ${message}`) && hasSystemRole(sent)) return 'system';
  const parameter =
    error.param === null ? namedIn(message, sent) : parameterOf(error.param.split(/[.[]/u, 1)[0] ?? '');
  if (parameter === undefined || !(parameter in sent)) return null;
  return parameter.startsWith('max_') && !isOfName(`${error.code} ${message}`) ? null : parameter;
}

const systemRole =
  /^messages[[.]0\]?\.role;|roles must alternate|\bonly user\b.{0,40}\broles\b|\b(?:system|developer) (?:role|messages?|prompts?|instructions?)\b|\brole\b.{0,40}\bsystem\b|\bsystem\b.{0,20}\brole\b/iu;

function hasSystemRole({ messages }: Readonly<Record<string, unknown>>): boolean {
  return (
    Array.isArray(messages) && messages.some((each: unknown) => isFields(each) && each['role'] === 'system')
  );
}

/** Whether the name of the limit is refused, not its number. Many providers ignore a limit under the other name. */
function isOfName(words: string): boolean {
  return wordsOfRefusal.test(words) && !wordsOfSize.test(words);
}

function namedIn(message: string, sent: Readonly<Record<string, unknown>>): Parameter | undefined {
  return [...message.matchAll(names)]
    .map(([name]) => parameterOf(name.replace(/[^\w ]/gu, '').toLowerCase()))
    .find((parameter) => parameter !== undefined && parameter in sent);
}
