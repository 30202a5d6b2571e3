import { pieces, streamHead } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import { bytes, hang, head } from '#provider/steps.ts';

import { cutInLastVersion, eitherWay, final, keeping, type Fault } from './fault.ts';
import { cutCompletion, jsonHead } from './part-steps.ts';

const timeout = final('provider-timeout');

/** Answers that stop without an end. */
export const silenceFaults: readonly Fault[] = [
  {
    name: 'hang before headers',
    isSilent: true,
    isPaid: true,
    outcome: eitherWay(timeout),
    answer: () => hang,
  },
  {
    name: 'hang after headers',
    isSilent: true,
    isPaid: true,
    outcome: eitherWay(timeout),
    answer: ({ way }) =>
      inOrder(way === 'streamed' ? head(200, { 'content-type': 'text/event-stream' }) : jsonHead, hang),
  },
  {
    name: 'stall mid-stream',
    isSilent: true,
    isPaid: true,
    outcome: { streamed: keeping('provider-timeout'), 'at-once': timeout },
    answer: ({ way, reply }) =>
      way === 'streamed'
        ? inOrder(streamHead, pieces(cutInLastVersion(reply)), hang)
        : inOrder(jsonHead, bytes(cutCompletion(reply)), hang),
  },
];
