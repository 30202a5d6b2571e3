import * as z from 'zod/mini';

import { claimKinds, dropReasons, editAuthors } from '#core/edits/edit.ts';
import { perVersion, versionNames } from '#core/edits/version-names.ts';
import { linkStatuses } from '#core/report/version-report.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';

export const versionSchema = z.enum(versionNames);

/** No text needs so many. Each link takes time of the built-in writer, or a part of the window of a model. */
export const linksAtMost = 200;

const relinkSourceSchema = z.union([z.object({ linkId: z.string() }), z.object({ template: z.string() })]);

/** The relinks that the user accepted. `from` is the address in the content, as a reader reads it. */
export const relinksSchema = z.array(z.object({ from: z.string(), source: relinkSourceSchema }));

/** The header of a request that only joins or repeats the generation of its key, and starts none. */
export const repeatOnly = 'idempotency-repeat-only';

/**
 * What has become of a generation. 'lost': its outcome does not exist, because it was stopped, interrupted or never
 * started, or is more than a day old.
 */
export const foundGenerationSchema = z.object({ state: z.enum(['running', 'done', 'failed', 'lost']) });

export type FoundGeneration = z.infer<typeof foundGenerationSchema>;

const authorSchema = z.enum(editAuthors);

/**
 * An edit. `text`, in link markup, replaces the content from `start` up to and without `end`. Offsets are UTF-16 units.
 * An insertion has `start` equal to `end`. The text of a relink is no markup, but an address as its place writes it.
 */
export const editSchema = z.object({
  id: z.string(),
  start: z.number(),
  end: z.number(),
  text: z.string(),
  by: authorSchema,
  relink: z.optional(
    z.object({
      from: z.string(),
      url: z.string(),
      source: relinkSourceSchema,
      isCopy: z.optional(z.boolean()),
    }),
  ),
});

const linkReportSchema = z.object({
  linkId: z.string(),
  url: z.string(),
  status: z.enum(linkStatuses),
  times: z.number(),
  by: z.nullable(authorSchema),
  offer: z.nullable(editSchema),
  /** Results that were kept by earlier versions of Linkweft lack the fields with a default. */
  skipReason: z._default(z.string(), ''),
});

const versionReportSchema = z.object({
  links: z.array(linkReportSchema),
  unknownUrls: z.array(z.string()),
  sentencesAdded: z.number(),
  sentencesRewritten: z._default(z.number(), 0),
  wordsAdded: z._default(z.number(), 0),
  sentencesKept: z.number(),
  sentencesTotal: z.number(),
  wordsChanged: z.number(),
  wordsTotal: z.number(),
  words: z.number(),
  linksExchanged: z._default(z.number(), 0),
  claims: z._default(
    z.array(z.object({ kind: z.enum(claimKinds), text: z.string(), editId: z.string() })),
    [],
  ),
  dropped: z.array(z.object({ reason: z.enum(dropReasons), text: z.string() })),
  moved: z.array(z.string()),
});

const versionsSchema = z.object(perVersion(() => z.string()));

const usageSchema = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  costUsd: z.nullable(z.number()),
});

/** A generation without the content and the versions. The client of a stream has the content and applies the edits. */
export const sentGenerationSchema = z.object({
  links: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      description: z.string(),
      anchor: z.optional(z.string()),
      integrations: z.literal(1),
    }),
  ),
  instructions: z.optional(z.string()),
  /** The edits of a version, applied to the content, give exactly that version. */
  edits: z.object(perVersion(() => z.array(editSchema))),
  report: z.object(perVersion(() => versionReportSchema)),
  /** The versions that were not finished. Each is empty. */
  unfinished: z.array(versionSchema),
  usage: z.nullable(usageSchema),
  /** The versions in the format that the request asks for. */
  versions: z.optional(versionsSchema),
});

export type SentGeneration = Omit<FinishedGeneration, 'text' | 'versions'> & {
  readonly versions?: FinishedGeneration['versions'] | undefined;
};

/** A generation: the content, the selected links, three versions, and their report. */
export const generationSchema = z.extend(sentGenerationSchema, {
  text: z.string(),
  versions: versionsSchema,
}) satisfies z.ZodMiniType<FinishedGeneration>;
