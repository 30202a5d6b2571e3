import { pieces, streamHead, wholeCompletion } from '#provider/completion-steps.ts';
import { inOrder, type Step } from '#provider/exchange.ts';
import { bytes, end, head } from '#provider/steps.ts';

import { bomb } from './gzip-bomb.ts';
import { cutInLastVersion, eitherWay, final, keeping, type Fault } from './fault.ts';
import { jsonHead } from './part-steps.ts';

const repeatedItself =
  'The AI model repeated itself until it reached its length limit. Please try again, or use the built-in writer.';
const paragraph = `${'and so on '.repeat(1600)}\n`;
const delta = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: paragraph }, finish_reason: null }] })}\n\n`;
const fiftyMegabytes = 50 * 1024 * 1024;

/** Answers that are far too long. */
export const floodFaults: readonly Fault[] = [
  {
    name: 'endless answer',
    isSilent: false,
    isPaid: true,
    outcome: {
      streamed: { ...keeping('provider-output-limit'), message: repeatedItself },
      'at-once': final('provider-output-limit'),
    },
    answer: ({ way, reply }) =>
      way === 'streamed'
        ? inOrder(streamHead, pieces(cutInLastVersion(reply)), forever(delta))
        : inOrder(jsonHead, bytes(openCompletion()), forever(paragraph.trim())),
  },
  {
    name: 'answer of 50 MB',
    isSilent: false,
    isPaid: true,
    outcome: {
      streamed: { ...final('provider-output-limit'), writes: true, message: repeatedItself },
      'at-once': final('provider-reply-broken'),
    },
    answer: ({ way }) =>
      way === 'streamed'
        ? inOrder(streamHead, forever(delta, fiftyMegabytes), end)
        : inOrder(
            head(200, { 'content-type': 'application/json', 'content-length': String(fiftyMegabytes) }),
            forever(' '.repeat(1024), fiftyMegabytes),
            end,
          ),
  },
  {
    name: 'compressed bomb',
    isSilent: false,
    isPaid: true,
    outcome: eitherWay(final('provider-reply-broken')),
    answer: ({ way }) =>
      way === 'streamed'
        ? bomb('text/event-stream', `: ${'a'.repeat(1024)}\n`)
        : bomb('application/json', ' '.repeat(1024)),
  },
];

/** Returns the start of a completion in one body, up to the start of its text. */
function openCompletion(): string {
  const mark = 'TEXT';
  const whole = wholeCompletion(mark);
  return whole.slice(0, whole.indexOf(mark));
}

/** Sends the same bytes again and again, until this length is reached or the client has left. */
function forever(content: string, length = Number.POSITIVE_INFINITY): Step {
  const block = Buffer.from(content.repeat(Math.ceil(65_536 / content.length)));
  return async ({ signal, write }) => {
    for (let left = length; left > 0 && !signal.aborted; left -= block.length)
      await write(left < block.length ? block.subarray(0, left) : block);
  };
}
