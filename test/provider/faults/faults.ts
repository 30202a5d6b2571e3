import { endingDialects } from './dialects/ending-dialects.ts';
import { frameDialects, lostText } from './dialects/frame-dialects.ts';
import { refusalDialects } from './dialects/refusal-dialects.ts';
import { connectionFaults } from './connection-faults.ts';
import type { Fault, FaultWay } from './fault.ts';
import { floodFaults } from './flood-faults.ts';
import { replyFaults } from './reply-faults.ts';
import { silenceFaults } from './silence-faults.ts';
import { statusFaults } from './status-faults.ts';

const faultWays: readonly FaultWay[] = ['streamed', 'at-once'];

/** All known faults and odd ways of providers: 83 kinds. The flood has three forms. */
export const faults: readonly Fault[] = [
  ...connectionFaults,
  ...statusFaults,
  ...replyFaults,
  ...silenceFaults,
  ...floodFaults,
  ...frameDialects,
  lostText,
  ...endingDialects,
  ...refusalDialects,
];

export const faultScenes = faults.flatMap((fault) => faultWays.map((way) => ({ fault, way })));
