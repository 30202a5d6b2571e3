import * as z from 'zod/mini';

/** The id of a link that the page made: a UUID in its usual form, in lower case. */
export const linkIdSchema = z
  .string()
  .check(z.regex(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/));
