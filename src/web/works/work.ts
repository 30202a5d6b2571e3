import * as z from 'zod/mini';

import type { AcceptedRelink } from '#core/edits/edit.ts';
import { relinksSchema } from '#contract/generations.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { OrderedRequest } from '#web/api/idempotency-key.ts';
import {
  changesSchema,
  shownSchema,
  type Changes,
  type ShownResult,
} from '#web/version-view/stored-result.ts';

/** The last millisecond that a date can have. */
const lastTime = 8.64e15;

/** In the order of ticking. */
const linkIds: z.ZodMiniType<readonly string[]> = z.array(z.string());

const relinks: z.ZodMiniType<readonly AcceptedRelink[]> = relinksSchema;

const requestSchema = z.object({
  content: z.string(),
  linkIds,
  // Work of an earlier version of the page has no instructions and no relinks.
  instructions: z._default(z.string(), ''),
  relinks: z._default(relinks, []),
});

const textSchema = z.extend(requestSchema, {
  /** Says which records are states of one text in one tab. Later works have greater ids. */
  id: z.string(),
  /** `last`: what was on the page; the latest few are offered. `kept`: a result that the user wants to keep. */
  kind: z.enum(['last', 'kept']),
  /** In milliseconds since 1970: when the work was last on the page, or when the kept result was finished. */
  at: z.number().check(z.gte(0), z.lte(lastTime)),
  /** The order of the generation that was running. The user may have changed the text since. */
  ordered: z.optional(requestSchema),
  /** The id of the kept result that `shown` is. The changes go into it. */
  keptId: z.optional(z.string()),
  /** The work that this one continues after it was brought back. It is removed, unless a later state of it is stored. */
  continues: z.optional(z.object({ id: z.string(), at: z.number() })),
  /** Whether the result did not fit where the work was stored, so an earlier state of the work may have it. */
  lacksResult: z.optional(z.boolean()),
});

const resultSchema = z.object({ shown: z.nullable(shownSchema), changes: changesSchema });

/** What a visitor works on: the content, ticked links, instructions, and the versions with the user's changes. */
export type Work = z.infer<typeof textSchema> & z.infer<typeof resultSchema>;

export type KeptWork = Work & { readonly kind: 'kept'; readonly shown: ShownResult };

/**
 * Reads a stored work. Another version of the page may have stored it, so a last work that has an unreadable result
 * comes without the result. Returns null if the text cannot be read.
 */
export function parseWork(stored: unknown): Work | null {
  const text = textSchema.safeParse(stored).data;
  const result = resultSchema.safeParse(stored).data ?? { shown: null, changes: {} };
  return text === undefined ? null : { ...text, ...result };
}

/** Returns the kept result; null if it is none, or cannot be read. */
export function parseKept(stored: unknown): KeptWork | null {
  const work = parseWork(stored);
  return work?.kind === 'kept' && work.shown !== null ? { ...work, kind: 'kept', shown: work.shown } : null;
}

/** Returns a result as a work: with the content, the links and the instructions that were sent. */
export function keptWorkOf(kept: {
  readonly id: string;
  readonly at: number;
  readonly shown: ShownResult;
  readonly changes: Changes;
  readonly relinks: Work['relinks'];
}): KeptWork {
  const { text, links, instructions = '' } = kept.shown.generation;
  return { ...kept, kind: 'kept', content: text, linkIds: links.map(({ id }) => id), instructions };
}

const earlierSchema = z.object({ earlier: z.optional(z.array(z.unknown())) });

/**
 * Reads what earlier versions of the page stored as `lastWork`: a work with the works before it. They have no times,
 * and get ones before all works of this version.
 */
export function parseLastWork(stored: unknown): readonly Work[] {
  const earlier = earlierSchema.safeParse(stored).data?.earlier ?? [];
  return [stored, ...earlier].flatMap((one, index) => {
    const defaults = { id: `earlier-${index}`, kind: 'last', at: Math.max(9 - index, 0) };
    return typeof one === 'object' ? (parseWork({ ...defaults, ...one }) ?? []) : [];
  });
}

export function hasWords({ content, instructions, shown }: Work): boolean {
  return content.trim() !== '' || instructions.trim() !== '' || shown !== null;
}

export function hasAnything(work: Work): boolean {
  return hasWords(work) || work.linkIds.length > 0;
}

/** Returns the stored fields of an order. */
export function orderIn({
  content,
  linkIds: ids,
  instructions,
  relinks: own,
}: OrderedRequest): OrderedRequest {
  return { content, linkIds: ids, instructions, relinks: own };
}

type ResultRecord = Pick<Work, 'changes' | 'keptId'>;

/** What the page knows of the results in memory: the user's changes, and the id under which a result is kept. */
export type ResultRecords = {
  of(generation: FinishedGeneration): ResultRecord;
  set(generation: FinishedGeneration, record: Partial<ResultRecord>): void;
};

const noRecord: ResultRecord = { changes: {} };

export function createResultRecords(): ResultRecords {
  const known = new WeakMap<FinishedGeneration, ResultRecord>();
  const of = (generation: FinishedGeneration) => known.get(generation) ?? noRecord;
  return { of, set: (generation, record) => void known.set(generation, { ...of(generation), ...record }) };
}

/** The beginning of a line without its Markdown marks: up to 40 characters, and the end of the word. */
const beginning = /^[#>*\s-]*(?<words>.{0,40}\S{0,40})/u;

/** Returns the first words of a text. An endless word is cut. */
export function firstWords(text: string): string {
  return beginning.exec(text.trim())?.groups?.['words'] ?? '';
}
