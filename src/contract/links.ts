import * as z from 'zod/mini';

import { linkFileFormat, type Link, type LinkFields } from '#core/links/link.ts';

// Some checks are marked as pure, so that the build leaves a schema out of the page if only the server uses it.

/** Matches the id of a link that the page made: a UUID in its usual form, in lower case. */
export const linkIdPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

const linkIdSchema = /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.regex(linkIdPattern));

/** A later field needs a default, because unsent changes in browsers and files of users lack it. */
type FieldSchemas = {
  [Name in keyof LinkFields]: Name extends 'url' | 'description'
    ? z.ZodMiniString
    : z.ZodMiniDefault<z.ZodMiniString>;
};

const linkFields = { url: z.string(), description: z.string() } satisfies FieldSchemas;

export const linkFieldsSchema = z.object(linkFields);

/** The fields of a request that may lack some. */
const someFieldsSchema = z.object({
  url: z.optional(z.string()),
  description: z.optional(z.string()),
} satisfies Record<keyof LinkFields, z.ZodMiniOptional<z.ZodMiniString>>);

export const linkSchema = z.object({
  id: z.string(),
  ...linkFields,
  createdAt: z.string(),
  /** This is also the version of the link: each change makes it later. */
  updatedAt: z.string(),
}) satisfies z.ZodMiniType<Link>;

/** The most links of one import. */
export const linkBatchLimit = 1000;

/** The result for each link: saved, unchanged because this id exists, or refused with the code of a problem. */
export const linkImportResultSchema = z.object({
  results: z.array(
    z.discriminatedUnion('status', [
      z.object({ id: z.string(), status: z.enum(['created', 'kept']) }),
      z.object({ id: z.string(), status: z.literal('refused'), code: z.string(), detail: z.string() }),
    ]),
  ),
});

export type LinkImportResult = z.infer<typeof linkImportResultSchema>;

/** A file with all links of a workspace, newest first. It can be imported without loss. */
export const linkFileSchema = z.object({
  format: z.literal(linkFileFormat),
  version: z.literal(1),
  links: z.array(linkSchema),
});

/**
 * Saves a link. A missing field is empty, and an empty URL is refused with a code. A request with an id can be
 * repeated: it saves one link, however often it arrives.
 */
export const newLinkSchema = z.extend(someFieldsSchema, { id: z.optional(linkIdSchema) });

/** Changes a link. Only the fields that change are sent. */
export const linkChangeSchema = z.extend(someFieldsSchema, {
  /** The `updatedAt` that the user saw. If the link has another one now, it is not changed ('link-changed'). */
  ifUpdatedAt: z.optional(z.string()),
});

/** Options of a deletion, in the query: some proxies drop the body of a `DELETE`. */
export const linkRemovalSchema = z.object({
  /** The `updatedAt` that the user saw. If the link has another one now, it is not deleted ('link-changed'). */
  ifUpdatedAt: z.optional(z.string()),
});

/** Several new links, oldest first. Links with times keep them. A time in the future counts as now. */
export const linkImportSchema = z.object({
  links: /* @__PURE__ */ z
    .array(
      z.object({
        id: linkIdSchema,
        ...linkFields,
        createdAt: z.optional(z.iso.datetime()),
        updatedAt: z.optional(z.iso.datetime()),
      }),
    )
    .check(z.maxLength(linkBatchLimit)),
});

export type LinkImport = z.infer<typeof linkImportSchema>;
