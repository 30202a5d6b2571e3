import {
  chunk,
  completion,
  done,
  event,
  pieces,
  streamHead,
  usageEvent,
} from '#provider/completion-steps.ts';
import { inOrder, type Step } from '#provider/exchange.ts';
import {
  cutInLastVersion,
  eitherWay,
  final,
  keeping,
  type Fault,
  type FaultOutcome,
} from '#provider/faults/fault.ts';
import { bytes, end, respond } from '#provider/steps.ts';

const usage = { prompt_tokens: 400, completion_tokens: 600, total_tokens: 1000 };

/** An answer with this message and this end, streamed or at once. */
function ending(
  name: string,
  message: (reply: string) => Readonly<Record<string, unknown>>,
  reason: string,
  outcome: FaultOutcome,
): Fault {
  return {
    name,
    isSilent: false,
    isPaid: true,
    outcome: eitherWay(outcome),
    answer: ({ way, reply }) => {
      const { content, ...rest } = message(reply);
      const text = typeof content === 'string' ? pieces(content) : inOrder();
      return way === 'streamed'
        ? inOrder(streamHead, text, chunk(rest), chunk({}, reason), usageEvent(usage), done, end)
        : completion([{ index: 0, message: { content, ...rest }, finish_reason: reason }]);
    },
  };
}

/** A stream or body whose first words are an error, with status 200. */
function errorFirst(name: string, error: unknown, outcome: FaultOutcome, before: Step = inOrder()): Fault {
  return {
    name,
    isSilent: false,
    isPaid: true,
    outcome: eitherWay(outcome),
    answer: ({ way }) =>
      way === 'streamed'
        ? inOrder(streamHead, before, event(error), done, end)
        : respond(200, 'application/json', JSON.stringify(error)),
  };
}

const begun = (reply: string) => ({ content: cutInLastVersion(reply) });
const call = {
  id: 'call_1',
  index: 0,
  type: 'function',
  function: { name: 'memory_search', arguments: '{}' },
};
const quota = final('provider-quota');

/** Ends of an answer that are no success, although the status is 200. */
export const endingDialects: readonly Fault[] = [
  // BerriAI/litellm/pull/24373. The reason is quoted.
  ending('an unknown finish_reason', begun, 'tired_of_this', {
    ...keeping('provider-reply-cut'),
    message: 'The AI provider ended its answer early. Its reason: “tired_of_this” Please try again.',
  }),
  // anomalyco/opencode/pull/18814.
  ending('a full context window', begun, 'model_context_window_exceeded', keeping('provider-output-limit')),
  // ollama/ollama/issues/17911, ollama/ollama/issues/15288.
  ending('only thoughts', () => ({ reasoning: 'Let me see.' }), 'stop', final('provider-only-thoughts')),
  ending(
    'only thoughts up to the limit',
    () => ({ content: '', reasoning_content: 'Let me see.' }),
    'length',
    final('provider-only-thoughts'),
  ),
  // diegosouzapw/OmniRoute/issues/12696.
  ending('only a tool call', () => ({ tool_calls: [call] }), 'tool_calls', final('provider-tool-call')),
  ending('a tool call and stop', () => ({ tool_calls: [call] }), 'stop', final('provider-tool-call')),
  ending(
    'an old function call',
    () => ({ function_call: call.function }),
    'function_call',
    final('provider-tool-call'),
  ),
  ending('a refusal in its field', () => ({ refusal: 'I can’t help with that.' }), 'stop', {
    ...final('provider-filtered'),
    message: 'The AI model refused: “I can’t help with that.” Please change your text and try again.',
  }),
  ending('a refusal in words', () => ({ content: 'I am sorry, but I cannot help with that.' }), 'stop', {
    ...final('reply-in-words'),
    writes: true,
    message:
      'The AI model wrote no versions. It replied: “I am sorry, but I cannot help with that.” Please change your text or your links, or use the built-in writer.',
  }),
  // apache/rocketmq-dashboard/issues/2178.
  errorFirst(
    'a quota error first',
    { error: { message: 'You exceeded your current quota.', code: 429 } },
    quota,
  ),
  errorFirst(
    'a quota error with a name only',
    { error: { message: '', type: 'insufficient_user_quota' } },
    quota,
  ),
  errorFirst('a bare quota error', { code: 'Arrearage', message: 'Access denied, account overdue.' }, quota),
  errorFirst(
    'a quota error of MiniMax',
    { choices: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } },
    quota,
  ),
  errorFirst('a quota error in an array', [{ error: { message: 'insufficient credits', code: 402 } }], quota),
  {
    name: 'an event named error',
    isSilent: false,
    isPaid: true,
    outcome: { streamed: quota, 'at-once': quota },
    answer: () =>
      inOrder(
        streamHead,
        bytes('event: error\ndata: {"message":"Insufficient balance, please pay."}\n\n'),
        end,
      ),
  },
];
