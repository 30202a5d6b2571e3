import type { ProblemCode } from '#core/errors/problem.ts';
import type { Step } from '#provider/exchange.ts';

/** How the provider sends its replies: piece by piece, or each as a whole. */
export type FaultWay = 'streamed' | 'at-once';

/** What must come of a fault, whoever asks. */
export type FaultOutcome = {
  /** Null where the reply arrives all the same. */
  readonly code: ProblemCode | null;
  /** How often the provider is asked. */
  readonly calls: number;
  /** Whether versions that were finished before arrive with the failure. */
  readonly keeps: boolean;
  /** Whether any text of the model arrives: only then it counts against the visitor's day. */
  readonly writes: boolean;
};

export type FaultScene = {
  readonly way: FaultWay;
  /** What a provider without faults would say: three versions. */
  readonly reply: string;
  /** The address of another provider, for faults that lead away. */
  readonly elsewhere: string;
};

/** An address that does not lead to any answer. */
export type DeadEnd = { readonly baseUrl: string; close(): Promise<void> };

/** One way in which a provider fails: by its answer, or before there can be any. */
export type Fault = {
  readonly name: string;
  /** Ended by the caller's patience alone. */
  readonly isSilent: boolean;
  /** Whether the provider is asked and does not refuse: what it may have written may have to be paid. */
  readonly isPaid: boolean;
  readonly outcome: Readonly<Record<FaultWay, FaultOutcome>>;
} & ({ readonly answer: (scene: FaultScene) => Step } | { readonly lead: () => Promise<DeadEnd> });

/** The reply up to the middle of its last version: the two before it are finished. */
export function cutInLastVersion(reply: string): string {
  const last = reply.lastIndexOf('VERSION:');
  return reply.slice(0, Math.floor((last + reply.length) / 2));
}

const tries = 3;

/** The failure of a call that is made again. */
export function triedAgain(code: ProblemCode): FaultOutcome {
  return { code, calls: tries, keeps: false, writes: false };
}

/** The failure of a call that is not made again. */
export function final(code: ProblemCode): FaultOutcome {
  return { code, calls: 1, keeps: false, writes: false };
}

export function keeping(code: ProblemCode): FaultOutcome {
  return { code, calls: 1, keeps: true, writes: true };
}

export function eitherWay(outcome: FaultOutcome): Fault['outcome'] {
  return { streamed: outcome, 'at-once': outcome };
}
