import {
  atOnce,
  chunk,
  completion,
  done,
  event,
  pieces,
  streamHead,
  streamed,
} from '#provider/completion-steps.ts';
import { inOrder, type Step } from '#provider/exchange.ts';
import { bytes, cutShort, end, inSlices, pause, reset, respond } from '#provider/steps.ts';

import {
  cutInLastVersion,
  eitherWay,
  final,
  keeping,
  type Fault,
  type FaultScene,
  type FaultWay,
} from './fault.ts';
import { cutCompletion, jsonHead } from './part-steps.ts';

const htmlPage = '<!doctype html><h1>Welcome</h1><script>alert(1)</script>';
const overloaded = { error: { message: 'The server is overloaded.', type: 'server_error' } };

/** A pause in which the client can read before the connection breaks. */
const sent = pause(100);

/** Answers with status 200 that are wrong or incomplete. */
export const replyFaults: readonly Fault[] = [
  {
    name: '200 with HTML',
    isSilent: false,
    isPaid: true,
    outcome: eitherWay(final('provider-address')),
    answer: () => respond(200, 'text/html; charset=utf-8', htmlPage),
  },
  broken('invalid JSON', {
    streamed: event('{"choices": [{"delta": {content: "no quotes"}}]}'),
    'at-once': respond(200, 'application/json', '{"choices": [{"message": {content: "no quotes"}}]}'),
  }),
  {
    name: 'truncated JSON',
    isSilent: false,
    isPaid: true,
    outcome: { streamed: keeping('provider-reply-cut'), 'at-once': final('provider-reply-broken') },
    answer: ({ way, reply }) =>
      way === 'streamed'
        ? inOrder(begun(reply), bytes('data: {"choices":[{"delta":{"con'), end)
        : inOrder(jsonHead, bytes(cutCompletion(reply)), end),
  },
  {
    name: 'empty choices',
    isSilent: false,
    isPaid: true,
    outcome: eitherWay(final('reply-empty')),
    answer: ({ way }) =>
      way === 'streamed' ? inOrder(streamHead, event({ choices: [] }), done, end) : completion([]),
  },
  ended('finish_reason length', 'length', 'provider-output-limit'),
  ended('content_filter', 'content_filter', 'provider-filtered'),
  {
    name: 'reset mid-stream',
    isSilent: false,
    isPaid: true,
    outcome: { streamed: keeping('provider-reply-cut'), 'at-once': final('provider-reply-cut') },
    answer: (scene) => inOrder(begunEitherWay(scene), sent, reset),
  },
  {
    name: 'close without [DONE]',
    isSilent: false,
    isPaid: true,
    outcome: { streamed: keeping('provider-reply-cut'), 'at-once': final('provider-reply-cut') },
    answer: ({ way, reply }) =>
      way === 'streamed'
        ? inOrder(begun(reply), end)
        : cutShort('application/json', cutCompletion(reply), 100),
  },
  {
    name: 'error object inside the stream',
    isSilent: false,
    isPaid: true,
    outcome: { streamed: keeping('provider-unavailable'), 'at-once': final('provider-unavailable') },
    answer: ({ way, reply }) =>
      way === 'streamed'
        ? inOrder(begun(reply), event(overloaded), end)
        : respond(200, 'application/json', JSON.stringify(overloaded)),
  },
  {
    name: 'single-byte slices',
    isSilent: false,
    isPaid: true,
    outcome: eitherWay({ code: null, calls: 1, keeps: false, writes: true }),
    answer: ({ way, reply }) =>
      inSlices(1, way === 'streamed' ? streamed(reply, { size: 64 }) : atOnce(reply)),
  },
];

function begun(reply: string): Step {
  return inOrder(streamHead, pieces(cutInLastVersion(reply)));
}

function begunEitherWay({ way, reply }: FaultScene): Step {
  return way === 'streamed' ? begun(reply) : inOrder(jsonHead, bytes(cutCompletion(reply)));
}

function broken(name: string, rest: Readonly<Record<FaultWay, Step>>): Fault {
  return {
    name,
    isSilent: false,
    isPaid: true,
    outcome: { streamed: keeping('provider-reply-broken'), 'at-once': final('provider-reply-broken') },
    answer: ({ way, reply }) =>
      way === 'streamed' ? inOrder(begun(reply), rest.streamed, done, end) : rest['at-once'],
  };
}

/** An answer that the provider ends early with a finish reason. Its finished versions arrive either way. */
function ended(name: string, reason: string, code: 'provider-output-limit' | 'provider-filtered'): Fault {
  return {
    name,
    isSilent: false,
    isPaid: true,
    outcome: eitherWay(keeping(code)),
    answer: ({ way, reply }) =>
      way === 'streamed'
        ? inOrder(begun(reply), chunk({}, reason), done, end)
        : atOnce(cutInLastVersion(reply), reason),
  };
}
