import {
  chunk,
  done,
  event,
  pieces,
  streamHead,
  usageEvent,
  wholeCompletion,
} from '#provider/completion-steps.ts';
import { inOrder, type Step } from '#provider/exchange.ts';
import { cutInLastVersion, type Fault, type FaultScene } from '#provider/faults/fault.ts';
import { bytes, end, head, pause } from '#provider/steps.ts';

/** What a dialect sends in place of the usual answer, streamed or at once. */
type Dialect = {
  readonly name: string;
  /** The issues that describe it. */
  readonly seen: string;
  readonly streamed: (reply: string) => Step;
  readonly atOnce: (reply: string) => Step;
};

const usage = { prompt_tokens: 400, completion_tokens: 600, total_tokens: 1000 };
const eventHead = head(200, { 'content-type': 'text/event-stream' });
const typed = (type: string | null) => head(200, type === null ? {} : { 'content-type': type });

/** The events of a usual answer, without a head. */
const usualEvents = (reply: string) =>
  inOrder(pieces(reply), chunk({}, 'stop'), usageEvent(usage), done, end);
const usualJson = (reply: string) => inOrder(bytes(wholeCompletion(reply)), end);

/** Cuts a text into this number of parts. */
function parts(text: string, count: number): string[] {
  const size = Math.ceil(text.length / count);
  return Array.from({ length: count }, (_, at) => text.slice(at * size, (at + 1) * size));
}

const choice = (delta: object, rest: object = {}) => ({ choices: [{ index: 0, delta, ...rest }] });
const line = (value: unknown) => bytes(`${JSON.stringify(value)}\n`);

/** Sends the text in events of another shape, with an end of the usual one. */
const inShape =
  (shape: (text: string) => unknown, before: Step = inOrder()) =>
  (reply: string) =>
    inOrder(
      eventHead,
      before,
      ...parts(reply, 9).map((text) => event(shape(text))),
      event(shape('')),
      chunk({}, 'stop'),
      usageEvent(usage),
      done,
      end,
    );

const wholeInShape = (shape: (text: string) => object) => (reply: string) =>
  inOrder(
    typed('application/json'),
    bytes(JSON.stringify({ choices: [{ finish_reason: 'stop', ...shape(reply) }], usage })),
    end,
  );

/** Sends something between the pieces of a usual answer: after the first, in the middle, and before the end. */
const between = (odd: Step) => (reply: string) => {
  const [first = '', middle = '', last = ''] = parts(reply, 3);
  return inOrder(
    streamHead,
    ...[first, middle, last].flatMap((text) => [pieces(text), odd]),
    chunk({}, 'stop'),
    usageEvent(usage),
    done,
    end,
  );
};

/** Sends `: ping` until the client leaves. */
const pingsForEver: Step = async (exchange) => {
  while (!exchange.signal.aborted) {
    await exchange.write(': ping\n\n');
    await pause(50)(exchange);
  }
};

/** Pauses that are longer than the time to wait for a count. */
const longPause = pause(700);

const dialects: readonly Dialect[] = [
  {
    name: 'an end and then pings for ever',
    seen: 'maximhq/bifrost/issues/6784',
    streamed: (reply) => inOrder(streamHead, pieces(reply), chunk({}, 'stop'), pingsForEver),
    atOnce: (reply) => inOrder(typed('application/json'), bytes(`${wholeCompletion(reply)}\n`), pingsForEver),
  },
  {
    name: 'no content type',
    seen: 'nearai/private-ml-sdk/pull/20',
    streamed: (reply) => inOrder(typed(null), usualEvents(reply)),
    atOnce: (reply) => inOrder(typed(null), usualJson(reply)),
  },
  {
    name: 'plain text as the content type',
    seen: 'openclaw/openclaw/pull/97474',
    streamed: (reply) => inOrder(typed('text/plain; charset=utf-8'), usualEvents(reply)),
    atOnce: (reply) => inOrder(typed('text/plain; charset=utf-8'), usualJson(reply)),
  },
  {
    name: 'the content type of the other kind',
    seen: 'openclaw/openclaw/pull/97474, decolua/9router/issues/3492',
    streamed: (reply) => inOrder(typed('application/json'), usualEvents(reply)),
    atOnce: (reply) => inOrder(eventHead, usualJson(reply)),
  },
  {
    name: 'JSON with [DONE] behind it',
    seen: 'decolua/9router/issues/3492',
    streamed: (reply) => inOrder(eventHead, event(wholeCompletion(reply)), done, end),
    atOnce: (reply) => inOrder(eventHead, bytes(`${wholeCompletion(reply)}data: [DONE]\n\n`), end),
  },
  {
    name: 'JSON lines',
    seen: 'langgenius/dify/issues/4120',
    streamed: (reply) =>
      inOrder(
        typed('application/x-ndjson'),
        ...parts(reply, 9).map((content) => line(choice({ content }))),
        line(choice({}, { finish_reason: 'stop' })),
        line({ choices: [], usage }),
        end,
      ),
    atOnce: (reply) =>
      inOrder(
        typed('application/json'),
        bytes(JSON.stringify(JSON.parse(wholeCompletion(reply)), null, 2)),
        end,
      ),
  },
  {
    name: 'text in the choice 1',
    seen: 'BerriAI/litellm/issues/23178',
    streamed: inShape(
      (content) => ({ choices: [{ index: 1, delta: { content } }] }),
      event(choice({ role: 'assistant', reasoning_content: 'Hm.' })),
    ),
    atOnce: wholeInShape((content) => ({ index: 1, message: { content } })),
  },
  {
    name: 'the index as a string',
    seen: 'BerriAI/litellm/issues/23178',
    streamed: inShape((content) => ({ choices: [{ index: '0', delta: { content } }] })),
    atOnce: wholeInShape((content) => ({ index: '0', message: { content } })),
  },
  {
    name: 'the other place of the text',
    seen: 'perplexityai/api-discussion/issues/209',
    streamed: inShape((content) => ({ choices: [{ index: 0, message: { role: 'assistant', content } }] })),
    atOnce: wholeInShape((content) => ({ delta: { role: 'assistant', content } })),
  },
  {
    name: 'the place of older completions',
    seen: 'vllm-project/vllm',
    streamed: inShape((text) => ({ choices: [{ index: 0, text, finish_reason: null }] })),
    atOnce: wholeInShape((text) => ({ text })),
  },
  {
    name: 'a delta beside the whole message so far',
    seen: 'perplexityai/api-discussion/issues/209',
    streamed: (reply) => {
      const texts = parts(reply, 9);
      return inOrder(
        eventHead,
        ...texts.map((content, at) =>
          event(choice({ content }, { message: { content: texts.slice(0, at + 1).join('') } })),
        ),
        event(choice({ content: '' }, { message: { content: reply }, finish_reason: 'stop' })),
        done,
        end,
      );
    },
    atOnce: wholeInShape((content) => ({ delta: {}, message: { content } })),
  },
  {
    name: 'no blank line at the end',
    seen: 'openai/openai-node/issues/2725',
    streamed: (reply) =>
      inOrder(
        streamHead,
        pieces(reply),
        bytes(`data: ${JSON.stringify(choice({}, { finish_reason: 'stop' }))}`),
        end,
      ),
    atOnce: (reply) => inOrder(typed('application/json'), bytes(`\n\n  ${wholeCompletion(reply)}\n\n`), end),
  },
  {
    name: 'stop in every piece',
    seen: 'BerriAI/litellm/issues/2195',
    streamed: (reply) =>
      inOrder(
        eventHead,
        ...parts(reply, 3).flatMap((content) => [
          event(choice({ content }, { finish_reason: 'stop' })),
          longPause,
        ]),
        end,
      ),
    atOnce: (reply) =>
      inOrder(
        typed('application/json'),
        ...parts(wholeCompletion(reply), 3).flatMap((part) => [bytes(part), longPause]),
        end,
      ),
  },
  {
    name: 'an event for a ping',
    seen: 'waylaidwanderer/node-chatgpt-api/pull/100',
    streamed: between(bytes('event: ping\ndata: 2023-02-20 08:40:33.556053\n\n')),
    atOnce: (reply) =>
      inOrder(eventHead, bytes('event: ping\ndata: now\n\n'), event(wholeCompletion(reply)), end),
  },
  {
    name: 'pings as data',
    seen: 'Portkey-AI/gateway/issues/1035',
    streamed: between(bytes('data: : ping - 2\n\n')),
    atOnce: (reply) => inOrder(eventHead, bytes(': ping\n\n'), line(JSON.parse(wholeCompletion(reply))), end),
  },
  {
    name: 'two pieces in one line',
    seen: 'quack-ai/companion-vscode/pull/76',
    streamed: (reply) => {
      const [one, two, ...rest] = parts(reply, 9).map((content) => JSON.stringify(choice({ content })));
      return inOrder(
        eventHead,
        bytes(`data: ${one}data: ${two}\n\n`),
        bytes(`data: ${rest.join('\n')}\n\n`),
        chunk({}, 'stop'),
        done,
        end,
      );
    },
    atOnce: (reply) => inOrder(eventHead, bytes(`data: data: ${wholeCompletion(reply)}\n\n`), end),
  },
  {
    name: 'a piece that breaks off before the next',
    seen: 'anomalyco/opencode/issues/8282',
    streamed: (reply) => {
      const [first = '', ...rest] = parts(reply, 9);
      const broken = '{"id":"1","choices":[{"index":0,"delta":{"role":"a';
      return inOrder(
        streamHead,
        pieces(first),
        ...rest.map((content) => bytes(`data: ${broken}data: ${JSON.stringify(choice({ content }))}\n\n`)),
        chunk({}, 'stop'),
        done,
        end,
      );
    },
    atOnce: (reply) => inOrder(typed('application/json'), usualJson(reply)),
  },
];

/** Usual answers in unusual frames. All of them must be read. */
export const frameDialects: readonly Fault[] = dialects.map(({ name, streamed, atOnce }) => {
  const outcome = { code: null, calls: 1, keeps: false, writes: true };
  return {
    name,
    isSilent: false,
    isPaid: true,
    outcome: { streamed: outcome, 'at-once': outcome },
    answer: ({ way, reply }: FaultScene) => (way === 'streamed' ? streamed(reply) : atOnce(reply)),
  };
});

/** A piece of text that nobody can read. What it said is lost, so the answer is not whole. */
export const lostText: Fault = {
  name: 'a piece of text that is damaged',
  isSilent: false,
  isPaid: true,
  outcome: {
    streamed: { code: 'provider-reply-broken', calls: 1, keeps: true, writes: true },
    'at-once': { code: 'provider-reply-broken', calls: 1, keeps: false, writes: false },
  },
  answer: ({ way, reply }) => {
    const damaged = '{"choices":[{"delta":{"content":"lost wor';
    const begun = cutInLastVersion(reply);
    return way === 'streamed'
      ? inOrder(
          streamHead,
          pieces(begun),
          event(damaged),
          pieces(reply.slice(begun.length)),
          chunk({}, 'stop'),
          done,
          end,
        )
      : inOrder(typed('application/json'), bytes(damaged), end);
  },
};
