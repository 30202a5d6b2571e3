import { linksAtMost } from '#contract/generations.ts';
import { ProblemError, stopReason, type ProblemCode } from '#core/errors/problem-messages.ts';
import type { FinishedGeneration, GenerationStep } from '#core/generation/finished-generation.ts';
import { generate } from '#core/generation/generate.ts';
import { builtInTerms, type WritingTerms } from '#core/limits/terms.ts';
import { type WritingRequest } from '#core/generation/prepare-job.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import { linksOfRelinks } from '#core/edits/edit.ts';
import { resolveRelinks } from '#core/relink/relink-edits.ts';
import { contentTooLong, fitsModel } from '#core/limits/content-limit.ts';
import type { LinkStore } from '#server/links/link-store.ts';
import type { ChatModel } from '#server/model/chat-model.ts';
import type { Meter } from '#server/observe/meter.ts';
import type { QueuePlace } from '#server/threads/fair-queue.ts';
import type { Threads } from '#server/threads/threads.ts';

import { WorkspaceBusyError } from './budget.ts';
import { type DailyBudget } from '#server/config/config.ts';
import {
  repeatOrder,
  writeRecord,
  type Ending,
  type GenerationRequest,
  type IdempotencyKey,
} from './idempotency-key.ts';
import type { EndReason } from './leases.ts';
import type { OrderStore } from './order-store.ts';
import type { Settlement } from './order-steps.ts';
import { openPaidClient } from './paid-client.ts';
import { abandoned, type StartedWork } from './running-order.ts';
import { createSpending, worstCaseOf, type Excess, type Spending } from './spending.ts';

export type GenerationServices = {
  readonly orderStore: OrderStore;
  readonly budget: DailyBudget | null;
  readonly meter: Meter;
  readonly threads: Threads;
  readonly onExcess: (excess: Excess) => void;
  readonly model: ChatModel | null;
  readonly terms: WritingTerms;
  readonly links: LinkStore;
};

export type GenerationOrder = {
  readonly workspace: string;
  /** Null: no limit of visitors counts the order. */
  readonly visitor: string | null;
  /** The place in the queue of the threads. Reading the content and the built-in writer wait there for their turn. */
  readonly queuePlace: QueuePlace;
  readonly request: GenerationRequest;
  readonly key: IdempotencyKey | null;
  /** Whether the request only joins or repeats a paid generation, and starts none. */
  readonly isRepeatOnly: boolean;
  readonly stop: (reason: ProblemError) => void;
  /** Abandoned generations of the workspace in this process. One of them gives its place to a new order. */
  readonly abandoned: AbandonedGenerations;
};

export type AbandonedGenerations = {
  exist(): boolean;
  /** Ends the oldest one. Returns false if there is none. */
  endOne(): Promise<boolean>;
};

/**
 * How long a paid generation goes on without its page, in milliseconds. A reload, a restart of a phone or a change of
 * networks takes less. While a page waits for a click on "Restore", it asks for the generation again in this time.
 */
const graceTime = 60_000;

const unaccounted =
  'The generation ended because the server could no longer record its cost. Please try again in a few minutes.';
const deleted = 'The generation ended because all your data was deleted.';

export const workspaceDeleted = new ProblemError('workspace-deleted', { detail: deleted });

/** Starts when the worst case is reserved. For a known idempotency key, returns the result of the earlier order. */
export async function startGeneration(
  services: GenerationServices,
  order: GenerationOrder,
  signal: AbortSignal,
): Promise<StartedWork> {
  const { orderStore, links, model, terms } = services;
  const { workspace, request, key } = order;
  // This comes before the links are read: they may be deleted, but the earlier result still exists.
  const known = key === null ? null : await orderStore.find(key);
  if (key !== null && known !== null) {
    const repeated = repeatOrder(orderStore, key, signal);
    // Such an order never has a result, so the visitor gets the status of the problem, and no stream.
    if (known.state === 'stopped' || known.state === 'interrupted') await repeated;
    return resultOf(repeated);
  }
  const prepared = await prepareRequest(links, workspace, request, terms);
  signal.throwIfAborted();
  if (model !== null && request.writer !== 'built-in')
    return startPaid(services, order, { request: prepared, model }, signal);
  const task = { request: prepared, terms: builtInTerms(terms) };
  const writing = {
    by: 'built-in',
    worstCase: 0,
    spending: createSpending(task.terms),
    write: () => stepsOf(order.queuePlace.inTurn(() => services.threads.write(task, signal), signal)),
  } as const;
  // A built-in generation costs nothing and is written again for a repeated request. Storing it could fill the disk.
  return reserveAndWrite(services, { ...order, key: null }, writing, signal);
}

/** Nothing is lost when the visitor leaves, because the request can be sent again. */
function resultOf(repeated: Promise<FinishedGeneration>): StartedWork {
  return { steps: stepsOf(repeated.then((generation) => [{ type: 'result', generation }])), graceTime: 0 };
}

/** Starts a generation by the model. Makes all checks that do not need the content before it reads the content. */
async function startPaid(
  services: GenerationServices,
  order: GenerationOrder,
  { request: prepared, model }: { readonly request: WritingRequest; readonly model: ChatModel },
  signal: AbortSignal,
): Promise<StartedWork> {
  const { orderStore, budget, meter, onExcess, threads, terms } = services;
  await checkOrder(orderStore, order);
  const run = threads.runnerFor(prepared.content, signal);
  const prepare = () => run({ name: 'prepare', input: { request: prepared, terms } });
  const job = await order.queuePlace.inTurn(prepare, signal);
  const worstCase = worstCaseOf(job, budget);
  const spending = createSpending(terms, onExcess);
  const onCall = ({ purpose }: CompletionRequest) => meter.modelCalled(purpose);
  const client = openPaidClient({ model, terms, spending, worstCase, budget, run, onCall }, signal);
  const write = () => generate(job, client);
  return reserveAndWrite(services, order, { by: 'model', worstCase, spending, write }, signal);
}

/** Throws if the order may not start, or would be refused even after an abandoned one has ended. Ends nothing. */
export async function checkOrder(
  orderStore: OrderStore,
  order: Pick<GenerationOrder, 'workspace' | 'visitor' | 'isRepeatOnly' | 'abandoned'>,
): Promise<void> {
  if (order.isRepeatOnly) throw abandoned;
  try {
    await orderStore.check(order);
  } catch (failure) {
    if (!(failure instanceof WorkspaceBusyError) || !order.abandoned.exist()) throw failure;
  }
}

/** Writes the generation, or repeats one that a request with the same key has started in the meantime. */
async function reserveAndWrite(
  services: GenerationServices,
  order: GenerationOrder,
  writing: Writing,
  signal: AbortSignal,
): Promise<StartedWork> {
  const { key } = order;
  const opened = await openOrder(services, order, writing, signal);
  if (opened.kind === 'started') {
    const steps = writeGeneration(services, { id: opened.id, key }, writing, signal);
    return { steps, graceTime: key === null ? 0 : graceTime };
  }
  if (key === null) throw new ProblemError('unexpected', { cause: 'Without a key nothing is repeated.' });
  return resultOf(repeatOrder(services.orderStore, key, signal));
}

/** Ends abandoned generations as long as the workspace has no place for the order. */
async function openOrder(
  { orderStore }: GenerationServices,
  { workspace, visitor, stop, abandoned: ofWorkspace, key }: GenerationOrder,
  { by, worstCase }: Writing,
  signal: AbortSignal,
) {
  const order = { workspace, visitor, isPaid: by === 'model', worstCase, key };
  for (;;)
    try {
      return await orderStore.open(order, (reason) => stop(endProblems[reason]));
    } catch (failure) {
      if (!(failure instanceof WorkspaceBusyError) || signal.aborted || !(await ofWorkspace.endOne()))
        throw failure;
    }
}

const endProblems: Readonly<Record<EndReason, ProblemError>> = {
  'lease-lost': new ProblemError('storage-failed', { detail: unaccounted }),
  'workspace-deleted': workspaceDeleted,
  stopped: abandoned,
};

/** Checks only the length of the content. Throws 'content-empty', 'links-invalid' or 'content-too-long'. */
async function prepareRequest(
  links: LinkStore,
  workspace: string,
  { content, linkIds, relinks = [], instructions, only }: GenerationRequest,
  terms: WritingTerms,
): Promise<WritingRequest> {
  if (content.trim() === '') throw new ProblemError('content-empty');
  const fit = fitsModel(content, [], { ...terms, model: null });
  if (!fit.fits) throw contentTooLong(fit);
  const ids = [...new Set(linkIds)];
  if (ids.length > linksAtMost) {
    const detail = `You’ve selected ${ids.length.toLocaleString('en')} links. The limit is ${linksAtMost}. Please select fewer links and try again.`;
    throw new ProblemError('content-too-long', { detail });
  }
  const found = await links.byIds(workspace, ids);
  if (found.length === 0) throw new ProblemError('links-invalid');
  const resolved = resolveRelinks(relinks, await links.byIds(workspace, linksOfRelinks(relinks)));
  return { content, links: found, instructions, relinks: resolved, only };
}

type Writing = {
  readonly by: 'model' | 'built-in';
  /** In the unit of the budget. */
  readonly worstCase: number;
  readonly spending: Spending;
  /** Begins to write. The built-in writer asks for its turn at once, before anybody reads the steps. */
  readonly write: () => AsyncIterable<GenerationStep>;
};

/** Writes the generation and measures it. Settles its cost exactly once, however it ends. */
function writeGeneration(
  services: GenerationServices,
  { id, key }: Pick<GenerationOrder, 'key'> & { readonly id: string },
  { by, spending, write }: Writing,
  signal: AbortSignal,
): AsyncIterable<GenerationStep> {
  const { orderStore, budget, meter } = services;
  const written = write();
  const metered = meter.generationStarted(by);
  let isFinished = false;

  /** Counts the generation and settles its cost. A second call changes nothing. */
  async function finish(ending: Ending): Promise<void> {
    if (isFinished) return;
    const settlement = {
      spent: spending.amount(budget),
      isCounted: isCounted(ending, spending),
      state: stateOf(ending),
      record: key === null ? null : writeRecord(ending, key.text),
    };
    isFinished = true;
    metered.end(ending.type === 'result' ? 'done' : ending.problem.code, spending.usage());
    await orderStore.settle(id, settlement);
  }

  return (async function* steps() {
    try {
      for await (const step of written) {
        if (step.type === 'version-edit') metered.firstText();
        // The order is settled before its result is passed on, so a visitor who has seen the result can request it
        // again.
        if (step.type === 'result') await finish(step);
        yield step;
      }
    } catch (error) {
      const problem =
        error instanceof ProblemError ? error : new ProblemError('unexpected', { cause: error });
      await finish({ type: 'problem', problem });
      throw error;
    } finally {
      await finish({ type: 'problem', problem: stopReason(signal) });
    }
  })();
}

/** Returns steps that are written already, or soon. If writing fails, their reader gets the failure. */
function stepsOf(written: Promise<readonly GenerationStep[]>): AsyncIterable<GenerationStep> {
  written.catch(() => undefined);
  return (async function* steps() {
    yield* await written;
  })();
}

/**
 * Generations that end for these reasons count if the provider accepted a call. Otherwise a visitor could always leave
 * early and never reach the limit.
 */
const leaving = new Set<ProblemCode>(['generation-abandoned', 'stopped', 'workspace-deleted']);

/** Returns whether the order counts against the visitor's day. A failure without any text of the model does not. */
function isCounted(ending: Ending, spending: Spending): boolean {
  const isLeft = ending.type === 'problem' && leaving.has(ending.problem.code);
  return isLeft ? spending.hasBegun() : spending.hasWritten();
}

function stateOf(ending: Ending): Settlement['state'] {
  if (ending.type === 'result') return 'done';
  return ending.problem.code === 'generation-abandoned' ? 'stopped' : 'failed';
}
