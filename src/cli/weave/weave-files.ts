import { ProblemError, type ProblemCode } from '#core/errors/problem-messages.ts';
import type { Usage } from '#core/generation/finished-generation.ts';

import type { FoundFile } from '#cli/files/find-files.ts';
import { codeOf, readTextFile } from '#cli/files/text-file.ts';
import type { FileOutcome } from '#cli/report/outcome.ts';
import { messageOf } from '#cli/report/problem-words.ts';
import { BudgetReached } from '#cli/writer/money.ts';

import { lookAtTarget, placeFile, type Places } from './place-file.ts';
import type { NamedText } from './weave-text.ts';
import type { WovenText } from '#cli/report/woven-schema.ts';

/** A woven text, and what its answers cost. */
export type Produced = { readonly woven: WovenText; readonly usage: Usage | null };

/** Another process has to do the work first. */
export class NotDoneYet extends Error {
  override readonly name = 'NotDoneYet';
  readonly isQueued: boolean;

  constructor(isQueued: boolean) {
    super(isQueued ? 'it waits in the queue' : 'it is not in the queue');
    this.isQueued = isQueued;
  }
}

export type WeaveRun = Places & {
  /** Weaves one text, here or elsewhere. */
  readonly produce: (text: NamedText) => Promise<Produced>;
  readonly concurrency: number;
  /** Aborted: no further file is begun. */
  readonly stopping: AbortSignal;
  readonly onEnd: (outcome: FileOutcome) => void;
};

/** After one of these, no other call could succeed. */
const hopeless = new Set<ProblemCode>([
  'provider-unauthorized',
  'provider-forbidden',
  'provider-model-missing',
  'provider-no-chat',
  'provider-address',
  'provider-moved',
  'provider-quota',
  'provider-day-limit',
]);
/** After so many failures of the provider in a row, no more files are begun. */
const failuresInRow = 5;

/** Works on all files, several at the same time. A file that fails does not stop the others. */
export async function weaveFiles(files: readonly FoundFile[], run: WeaveRun): Promise<FileOutcome[]> {
  const outcomes = new Map<FoundFile, FileOutcome>();
  const waiting = [...files];
  let isOver = false;
  let inRow = 0;

  async function work(): Promise<void> {
    while (!isOver && !run.stopping.aborted) {
      const file = waiting.shift();
      if (file === undefined) return;
      const { failure, ...outcome } = await weaveFile(file, run);
      outcomes.set(file, outcome);
      run.onEnd(outcome);
      const code = failure instanceof ProblemError ? failure.code : '';
      inRow = code.startsWith('provider-') ? inRow + 1 : 0;
      isOver ||= outcome.status === 'over budget' || isHopeless(failure) || inRow >= failuresInRow;
    }
  }

  await Promise.all(Array.from({ length: run.concurrency }, work));
  return files.map((file) => outcomes.get(file) ?? notReached(file));
}

function isHopeless(failure: unknown): boolean {
  return failure instanceof ProblemError ? hopeless.has(failure.code) : isDiskFull(failure);
}

/** Codes of the system when nothing more can be written. A paid answer would be lost. */
const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

function isDiskFull(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  return fullDisk.has(codeOf(failure)) || isDiskFull(failure.cause);
}

function notReached({ name, target }: FoundFile): FileOutcome {
  return { name, target, status: 'not reached', message: null, woven: null, usage: null };
}

type Ended = FileOutcome & { readonly failure: unknown };

async function weaveFile(file: FoundFile, run: WeaveRun): Promise<Ended> {
  const { name, target } = file;
  const ended = { name, target, message: null, woven: null, usage: null, failure: null };
  try {
    const source = await readTextFile(file.source);
    const state = await lookAtTarget(file, source, run);
    if (state.isDone) return { ...ended, status: 'done before', woven: state.entry?.woven ?? null };
    const { woven, usage } = await run.produce({ name, content: source.text });
    await placeFile(file, source, woven, state, run);
    const { text, ...facts } = woven;
    return { ...ended, status: text === source.text ? 'unchanged' : 'written', woven: facts, usage };
  } catch (failure) {
    return { ...ended, status: statusOf(failure), message: wordsOf(failure), failure };
  }
}

function statusOf(failure: unknown): FileOutcome['status'] {
  if (failure instanceof NotDoneYet) return failure.isQueued ? 'queued' : 'not reached';
  return failure instanceof BudgetReached ? 'over budget' : 'failed';
}

function wordsOf(failure: unknown): string {
  if (failure instanceof BudgetReached) return 'it may cost more than is left of the budget';
  if (failure instanceof ProblemError) return messageOf(failure);
  const words = failure instanceof Error ? failure.message : String(failure);
  return isDiskFull(failure) ? `Nothing more can be written: ${words}` : words;
}
