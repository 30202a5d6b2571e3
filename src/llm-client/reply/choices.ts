import { ProblemError } from '#core/errors/problem-messages.ts';
import { isFields, type Fields } from '#llm-client/errors/provider-error.ts';

/** Where a choice has its text: an event in `delta`, a whole answer in `message`, older completions in `text`. */
const places = ['delta', 'message', 'text'] as const;

type Place = (typeof places)[number];

/** What a choice says. */
export type Choice = {
  /** Null: no text. */
  readonly place: Place | null;
  readonly index: number | null;
  readonly text: string;
  readonly thoughts: string;
  readonly refusal: string;
  readonly callsTool: boolean;
  readonly reason: string;
};

/**
 * Reads the choices of a frame. Some frames have none: the last one may only count tokens, others keep the connection
 * open. Throws 'provider-reply-broken' if they are of another shape.
 * @param used The place and the index of the text before. Text elsewhere repeats it, or belongs to another choice.
 */
export function readChoices(choices: unknown, used: Pick<Choice, 'place' | 'index'>): Choice | null {
  // Most frames have one choice.
  const list = listOf(choices ?? []);
  const first = list.length === 0 ? null : readChoice(fieldsOf(list[0]), used.place);
  if (list.length < 2) return first === null || fits(first, used) ? first : { ...first, text: '' };
  const all = list.map((choice) => readChoice(fieldsOf(choice), used.place));
  const spoken = all.filter((text) => text.text !== '' && fits(text, used));
  return (
    spoken.find(({ index }) => index === (used.index ?? 0)) ??
    spoken[0] ??
    all.find(({ reason }) => reason !== '') ??
    first
  );
}

function fits({ index }: Choice, used: Pick<Choice, 'index'>): boolean {
  return used.index === null || index === null || index === used.index;
}

function readChoice(choice: Fields, used: Place | null): Choice {
  const number = choice['index'] ?? null;
  const index = number === null || Number.isNaN(Number(number)) ? null : Number(number);
  const reason = textOf(choice['finish_reason']);
  let message = silence;
  for (const place of places) {
    const value = choice[place] ?? null;
    if (value === null || (used !== null && used !== place)) continue;
    message = place === 'text' ? { ...message, text: textOf(value) } : readMessage(fieldsOf(value));
    if (message.text !== '') return saidBy(message, { place, index, reason });
  }
  return saidBy(message, { place: null, index, reason });
}

/** A spread would take as long as the rest. */
function saidBy(
  { text, thoughts, refusal, callsTool }: Message,
  { place, index, reason }: Pick<Choice, 'place' | 'index' | 'reason'>,
): Choice {
  return { place, index, text, thoughts, refusal, callsTool, reason };
}

type Message = Pick<Choice, 'text' | 'thoughts' | 'refusal' | 'callsTool'>;

const silence: Message = { text: '', thoughts: '', refusal: '', callsTool: false };

function readMessage(message: Fields): Message {
  const { content, tool_calls: calls, function_call: call } = message;
  const parts = typeof content === 'string' ? noParts : listOf(content ?? []).map(readPart);
  return {
    text: typeof content === 'string' ? content : parts.map(({ text }) => text).join(''),
    thoughts: thoughtsOf(message, parts),
    refusal: textOf(message['refusal']),
    callsTool: (Array.isArray(calls) && calls.length > 0) || isFields(call),
  };
}

const noParts: readonly ContentPart[] = [];

type ContentPart = { readonly text: string; readonly thoughts: readonly unknown[] };

/** Some models that show their thoughts send parts. Only the text parts are the reply. */
function readPart(part: unknown): ContentPart {
  const fields = fieldsOf(part);
  const { type = '', thinking } = fields;
  if (typeof type !== 'string') throw broken();
  const text = textOf(fields['text']);
  return type === 'text' ? { text, thoughts: [] } : { text: '', thoughts: [text, thinking].flat() };
}

/** Returns the thoughts that a model shows, only once if they come under both names. They cost as much as text. */
function thoughtsOf(
  { reasoning_content: one, reasoning: other }: Fields,
  parts: readonly ContentPart[],
): string {
  let thoughts = textOrNone(one) || textOrNone(other);
  for (const part of parts) for (const thought of part.thoughts) thoughts += textIn(thought);
  return thoughts;
}

/** Returns the text of a thought, which may be in the field of an object. Anything else is no text. */
function textIn(thought: unknown): string {
  return textOrNone(isFields(thought) ? thought['text'] : thought);
}

function textOrNone(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textOf(value: unknown): string {
  const text = value ?? '';
  if (typeof text !== 'string') throw broken();
  return text;
}

function fieldsOf(value: unknown): Fields {
  if (!isFields(value)) throw broken();
  return value;
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw broken();
  return value;
}

function broken(): ProblemError {
  return new ProblemError('provider-reply-broken');
}
