import { ProblemError } from '#core/errors/problem.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';
import { prepareJob, type Wish } from '#core/generation/prepare-job.ts';
import { builtInTerms, type OnlyVersion, type WritingTerms } from '#core/generation/writing-job.ts';
import { contentTooLong, fitsModel } from '#core/limits/content-limit.ts';
import type { Config } from '#server/config/config.ts';
import type { LinkStore } from '#server/links/link-store.ts';
import type { ChatModel } from '#server/model/chat-model.ts';
import { createPauses } from '#server/event-loop-scheduler.ts';
import type { WorkPlace } from '#server/worker-pool/worker-pool.ts';

import { repeatGeneration, type IdempotencyKey } from './idempotency-key.ts';
import { worstCaseOf } from './spending.ts';
import { writeGeneration, type AccountingParts, type Writing } from './write-generation.ts';

export type GenerationRequest = {
  readonly content: string;
  readonly linkIds: readonly string[];
  /** 'built-in' asks for the built-in writer although a model is configured. */
  readonly writer?: 'built-in' | undefined;
  readonly only?: OnlyVersion | undefined;
};

export type GenerationParts = AccountingParts & {
  /** Null when no model is configured. */
  readonly model: ChatModel | null;
  /** The terms of the model. */
  readonly terms: WritingTerms;
  readonly links: LinkStore;
};

export type GenerationOrder = {
  readonly workspace: string;
  readonly visitor: string;
  /** Where the content is read in turn, and where the built-in writer writes. */
  readonly place: WorkPlace;
  readonly request: GenerationRequest;
  /** Null: nobody can repeat it. */
  readonly key: IdempotencyKey | null;
  /** Throws when a new call of the model is not allowed. Not called for a request that is repeated. */
  readonly prove: () => Promise<void>;
  /** Ends the generation early. */
  readonly stop: (reason: ProblemError) => void;
};

const unaccounted =
  'The generation was ended, because the server could no longer note down what it costs. Please try again in a few minutes.';

/** Returns what the configured model accepts, gives and costs. */
export function termsOf({
  model,
  maxContentChars,
  protocol,
}: Pick<Config, 'model' | 'maxContentChars' | 'protocol'>): WritingTerms {
  return { maxContentChars, protocol, model: model?.limits ?? null, price: model?.price ?? null };
}

/**
 * Starts a generation once the ledger holds back its worst case. For an idempotency key that is known already, returns
 * the earlier result. Throws why the generation cannot start.
 */
export async function startGeneration(
  parts: GenerationParts,
  order: GenerationOrder,
  signal: AbortSignal,
): Promise<AsyncIterable<GenerationStep>> {
  const { ledger, links, model, terms } = parts;
  const { workspace, request, key } = order;
  // Before the links are read: they may be deleted by now, and the earlier result is still there.
  const outcome = key === null ? null : await ledger.look(key);
  if (key !== null && outcome !== null) return repeatGeneration(ledger, { key, outcome }, signal);
  const isBuiltIn = model === null || request.writer === 'built-in';
  const usedTerms = isBuiltIn ? builtInTerms(terms) : terms;
  const wish = await prepareRequest(links, workspace, request, usedTerms);
  signal.throwIfAborted();
  if (!isBuiltIn) return startPaid(parts, order, { wish, model }, signal);
  const writing = { by: 'built-in', place: order.place, wish, terms: usedTerms } as const;
  // It costs nothing and is written again on a repetition. If it were stored, anybody could fill the disk.
  return openOrder(parts, { ...order, key: null }, writing, signal);
}

/** Refuses what can be refused without the content before it reads the content. */
async function startPaid(
  parts: GenerationParts,
  order: GenerationOrder,
  { wish, model }: { readonly wish: Wish; readonly model: ChatModel },
  signal: AbortSignal,
): Promise<AsyncIterable<GenerationStep>> {
  const { ledger, budget, scheduler, terms } = parts;
  await ledger.check(order);
  await order.prove();
  const pauses = createPauses(scheduler, signal);
  const job = await order.place.inTurn(() => pauses.run(prepareJob(wish, terms)), signal);
  return openOrder(parts, order, { by: 'model', job, model, worstCase: worstCaseOf(job, budget) }, signal);
}

/** Writes the generation, or returns what a request with the same key has led to in the meantime. */
async function openOrder(
  parts: GenerationParts,
  { workspace, visitor, stop, key }: GenerationOrder,
  writing: Writing,
  signal: AbortSignal,
): Promise<AsyncIterable<GenerationStep>> {
  const { ledger } = parts;
  const isPaid = writing.by === 'model';
  const worstCase = isPaid ? writing.worstCase : 0;
  const onLost = () => stop(new ProblemError('storage-failed', { detail: unaccounted }));
  const opening = await ledger.open({ workspace, visitor, isPaid, worstCase, key }, onLost);
  if (opening.kind === 'started') return writeGeneration(parts, { id: opening.id, key, writing }, signal);
  if (key === null) throw new ProblemError('unexpected', { cause: 'Without a key nothing is repeated.' });
  return repeatGeneration(ledger, { key, outcome: opening.outcome }, signal);
}

/** More links than any text takes. Each link costs the built-in writer milliseconds and a model part of its window. */
const linksAtMost = 200;

/**
 * Returns the content with its chosen links. Only the length of the content is checked.
 * Throws 'content-empty', 'links-invalid' or 'content-too-long'.
 */
async function prepareRequest(
  links: LinkStore,
  workspace: string,
  { content, linkIds, only }: GenerationRequest,
  terms: WritingTerms,
): Promise<Wish> {
  if (content.trim() === '') throw new ProblemError('content-empty');
  const fit = fitsModel(content, [], { ...terms, model: null });
  if (!fit.fits) throw contentTooLong(fit);
  const ids = [...new Set(linkIds)];
  if (ids.length > linksAtMost) throw tooManyLinks(ids.length);
  const found = await links.byIds(workspace, ids);
  if (found.length === 0) throw new ProblemError('links-invalid');
  return { content, links: found, only };
}

function tooManyLinks(count: number): ProblemError {
  const detail = `You have selected ${count.toLocaleString('en')} links; at most ${linksAtMost} can be woven in at once. Please select fewer links and try again.`;
  return new ProblemError('content-too-long', { detail });
}
