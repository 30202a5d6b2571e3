import type { ProblemCode } from '#core/errors/problem-messages.ts';
import type { Step } from '#provider/exchange.ts';

/** How the provider sends its answers: as a stream, or each as one body. */
export type FaultWay = 'streamed' | 'at-once';

/** The required result of a fault, for any client. */
export type FaultOutcome = {
  /** Null if the answer arrives in spite of the fault. */
  readonly code: ProblemCode | null;
  /** The message, if it is not the usual one of the code. */
  readonly message?: string;
  /** The same for a visitor with an own key, if it differs. */
  readonly ownMessage?: string;
  /** How often the provider is called. */
  readonly calls: number;
  /** Whether the versions that were finished before the fault are kept. */
  readonly keeps: boolean;
  /** Whether any text of the model arrives. Only then the call counts against the visitor's day. */
  readonly writes: boolean;
};

export type FaultScene = {
  readonly way: FaultWay;
  /** The answer of a provider without faults: three versions. */
  readonly reply: string;
  /** The address of another provider, for redirects. */
  readonly elsewhere: string;
};

/** An address where no provider answers. */
export type UnreachableAddress = { readonly baseUrl: string; close(): Promise<void> };

/** One way in which a provider fails: by its answer, or before it can answer. */
export type Fault = {
  readonly name: string;
  /** Whether only a timeout of the client ends the call. */
  readonly isSilent: boolean;
  /** Whether the provider accepts the call, so that it may cost money. */
  readonly isPaid: boolean;
  readonly outcome: Readonly<Record<FaultWay, FaultOutcome>>;
} & ({ readonly answer: (scene: FaultScene) => Step } | { readonly lead: () => Promise<UnreachableAddress> });

/** Returns the answer up to the middle of its last version. The two versions before are complete. */
export function cutInLastVersion(reply: string): string {
  const last = reply.lastIndexOf('VERSION:');
  return reply.slice(0, Math.floor((last + reply.length) / 2));
}

const tries = 3;

/** The outcome of a call that is repeated. */
export function triedAgain(code: ProblemCode): FaultOutcome {
  return { code, calls: tries, keeps: false, writes: false };
}

/** The outcome of a call that is not repeated. */
export function final(code: ProblemCode): FaultOutcome {
  return { code, calls: 1, keeps: false, writes: false };
}

export function keeping(code: ProblemCode): FaultOutcome {
  return { code, calls: 1, keeps: true, writes: true };
}

export function eitherWay(outcome: FaultOutcome): Fault['outcome'] {
  return { streamed: outcome, 'at-once': outcome };
}
