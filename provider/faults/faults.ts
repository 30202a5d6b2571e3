import { deadEnds } from './dead-ends.ts';
import type { Fault, FaultWay } from './fault.ts';
import { floodFaults } from './flood-faults.ts';
import { replyFaults } from './reply-faults.ts';
import { silenceFaults } from './silence-faults.ts';
import { statusFaults } from './status-faults.ts';

const faultWays: readonly FaultWay[] = ['streamed', 'at-once'];

/** Every way in which a provider is known to fail: 32 kinds, of which the flood comes in three forms. */
export const faults: readonly Fault[] = [
  ...deadEnds,
  ...statusFaults,
  ...replyFaults,
  ...silenceFaults,
  ...floodFaults,
];

/** Each fault in both ways of replying. */
export const faultScenes = faults.flatMap((fault) => faultWays.map((way) => ({ fault, way })));
