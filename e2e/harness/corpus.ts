import { existsSync, readFileSync } from 'node:fs';

import * as z from 'zod/mini';

const folder = new URL('../../../shared/corpus/', import.meta.url);

const casesSchema = z.array(
  z.object({
    id: z.string(),
    file: z.string(),
    title: z.string(),
    format: z.string(),
    links: z.array(z.object({ url: z.string(), description: z.string() })),
  }),
);

export type CorpusCase = z.infer<typeof casesSchema>[number] & { readonly article: string };
export type AnswerKind = 'rewrite' | 'sloppy';

/** The real articles beside the checkout; none where they are absent. */
export const corpusCases: readonly CorpusCase[] = existsSync(folder)
  ? casesSchema
      .parse(JSON.parse(read('cases.json')))
      .map((entry) => ({ ...entry, article: read(entry.file).replaceAll('\r\n', '\n') }))
  : [];

/** A recorded answer to a case, or null where there is none. */
export function recordedAnswer(kind: AnswerKind, id: string): string | null {
  const file = `answers/${kind}/${id}.answer.txt`;
  return existsSync(new URL(file, folder)) ? read(file) : null;
}

/** Says how many cases a suite has, so that a suite that ran none is no secret. */
export function reportCases(suite: string, count: number): void {
  console.info(
    count === 0 ? `${suite}: skipped: the corpus is not beside this checkout` : `${suite}: ${count} cases`,
  );
}

function read(file: string): string {
  return readFileSync(new URL(file, folder), 'utf8');
}

const hostileFolder = new URL('../../../shared/corpora/', import.meta.url);

/** Payload lists that others wrote: scripts to inject, strings that break programs. None where they are absent. */
export const hostileTexts: readonly string[] = existsSync(hostileFolder) ? readHostileTexts() : [];

function readHostileTexts(): string[] {
  const payloads = readFileSync(new URL('xss-payloadbox/xss-payload-list.txt', hostileFolder), 'utf8').split(
    /\r?\n/,
  );
  const naughty = z
    .array(z.string())
    .parse(JSON.parse(readFileSync(new URL('blns/blns.json', hostileFolder), 'utf8')));
  const fixtures = z
    .array(z.object({ payload: z.string() }))
    .parse(JSON.parse(readFileSync(new URL('dompurify-fixtures/expect.json', hostileFolder), 'utf8')));
  const all = [...payloads, ...naughty, ...fixtures.map(({ payload }) => payload)];
  // A link needs an address, and a database of text takes no NUL.
  return all.filter((text) => text.trim() !== '' && !text.includes('\0'));
}
