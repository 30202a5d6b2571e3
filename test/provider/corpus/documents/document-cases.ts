import { readFileSync } from 'node:fs';

import * as z from 'zod/mini';

const texts = z._default(z.array(z.string()), []);
const casesSchema = z.array(
  z.strictObject({
    file: z.string(),
    dialect: z.string(),
    format: z.enum(['markdown', 'html', 'plain']),
    kind: z.string(),
    disclosed: z._default(z.boolean(), false),
    touch: z.strictObject({
      open: texts,
      insert: texts,
      link: texts,
      replace: texts,
      either: texts,
      below: texts,
    }),
  }),
);

/** A small document of a dialect. `test/corpus/README.md` describes the fields. */
export type DocumentCase = z.infer<typeof casesSchema>[number] & { readonly content: string };

const folder = new URL('../../../corpus/documents/', import.meta.url);

/** Returns the documents of the dialects. */
export function readDocumentCases(): DocumentCase[] {
  const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
  return casesSchema
    .parse(JSON.parse(read('cases.json')))
    .map((entry) => ({ ...entry, content: read(entry.file) }));
}
