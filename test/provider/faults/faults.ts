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

export type FaultEntry = { readonly fault: Fault; readonly way: FaultWay };

/** Each fault in each way. Only the tests of `src/llm-client` try them all. */
export const allFaults: readonly FaultEntry[] = faults.flatMap((fault) =>
  faultWays.map((way) => ({ fault, way })),
);

/** The first fault of each outcome: what the layers above the client can distinguish. */
export const faultPerOutcome: readonly FaultEntry[] = [
  ...new Map(
    allFaults.toReversed().map((entry) => {
      const { isPaid, outcome } = entry.fault;
      const { code, keeps, writes } = outcome[entry.way];
      return [`${code} ${keeps} ${writes} ${isPaid}`, entry];
    }),
  ).values(),
];
