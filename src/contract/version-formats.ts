import * as z from 'zod/mini';

import { linkRelations } from '#core/export/escape.ts';
import { versionFormats } from '#core/export/export-format.ts';

import { generationRequestSchema } from './generation-request.ts';

/** What a program may add to a request for a generation. The page writes its formats itself and does not load this. */
export const formattedRequestSchema = z.extend(generationRequestSchema, {
  /** The format of the versions in the answer. Missing: link markup, and no versions in a stream. */
  format: z.optional(z.enum(versionFormats)),
  /** With a format: the `rel` of the links in HTML. */
  rel: z.optional(z.enum(linkRelations)),
  /** With a format: whether a disclosure stands before the first link. */
  disclosure: z.optional(z.boolean()),
});

/** The query of a generation. Its format comes before that of the body. */
export const formatQuerySchema = z.pick(formattedRequestSchema, { format: true });
