import { setTimeout as sleep } from 'node:timers/promises';

import * as z from 'zod/mini';

import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { settingsSchema } from '#contract/settings.ts';
import { estimateTokens } from '#core/limits/tokens.ts';
import { applyEdits, orderEdits, type Edit } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';
import type { LinkweftServer } from '#e2e/harness/server.ts';
import type { CorpusCase } from '#provider/corpus/corpus-cases.ts';
import { readGeneration } from '#web/api/generations-api.ts';
import { keepsWords } from '#web/version-view/text-pieces.ts';

import { tokensPerSecond } from './weave-played.ts';

/** The figures of one generation, as the page receives it. */
export type Run = {
  /** Seconds from the click to the first link in a version, to the complete safe version, and to all three. */
  readonly firstLink: number;
  readonly safe: number;
  readonly all: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In all versions: the links whose exact URL occurs exactly once, and the number of expected links. */
  readonly exact: number;
  readonly wanted: number;
  /** The share of the author's words that the safe version keeps, and whether every edit keeps them. */
  readonly wordsKept: number;
  readonly onlyAdds: boolean;
};

/** A point in time, and the versions that had begun by then. */
type Moment = { readonly at: number; readonly begun: readonly VersionName[] };

const mostTries = 30;

/** `run` is null with the reason in `refusal` if the server refuses the case. */
export type Outcome = { readonly run: Run | null; readonly refusal: string };

/** Runs one generation and reads its event stream with the reader of the page. */
export async function weaveOnce(
  server: LinkweftServer,
  entry: CorpusCase,
  linkIds: readonly string[],
  speed: number,
): Promise<Outcome> {
  const began = performance.now();
  const response = await fetch(`${server.url}/api/generations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ content: entry.content, linkIds }),
  });
  if (!response.ok || response.body === null) return { run: null, refusal: await problemOf(response) };
  // Only the time of the model was shortened, so only this time is converted.
  const secondsAfter = (tokens: number, at = performance.now()) =>
    (at - began) / 1000 + (tokens / tokensPerSecond) * (1 - 1 / speed);
  const urls = entry.links.map(({ url }) => url);
  const told = new Map<VersionName, Edit[]>();
  const now = (): Moment => ({ at: performance.now(), begun: [...told.keys()] });
  // Only whole texts are played faster. Their edits arrive when the text of the version is complete.
  const seconds = (moment: Moment | null) => {
    if (moment === null) return Number.NaN;
    const texts = moment.begun.map((name) => applyEdits(entry.content, orderEdits(told.get(name) ?? [])));
    return secondsAfter(estimateTokens(texts.join('\n')), moment.at);
  };
  let firstLink: Moment | null = null;
  let safe: Moment | null = null;
  const generation = await readGeneration(response.body, entry.content, (event) => {
    if (event.type === 'version-start') told.set(event.version, []);
    if (event.type === 'version-edit') {
      told.get(event.version)?.push(event.edit);
      if (holdsLink(event.edit, urls)) firstLink ??= now();
    }
    if (event.type === 'version-end' && event.version === 'safe') safe = now();
  });
  const judged = judge(generation, urls);
  const all = secondsAfter(judged.outputTokens);
  return { run: { firstLink: seconds(firstLink), safe: seconds(safe), all, ...judged }, refusal: '' };
}

/** Runs a first generation, so that the measurement does not include the loading of code. */
export async function warmUp(server: LinkweftServer): Promise<void> {
  const url = 'https://shop.example/boots';
  const link = { id: '1', url, description: 'Boots for wet paths', integrations: 1 } as const;
  const content = 'We walked up. It was windy.';
  const entry = { id: 'warm-up', title: '', format: 'text', content, words: 6, links: [link] };
  await weaveOnce(server, entry, await saveLinksOf(entry, server), 1);
}

/** Saves the links of a case and returns their ids. Tries again if the server is busy. */
export async function saveLinksOf({ links }: CorpusCase, server: LinkweftServer): Promise<string[]> {
  const fields = links.map(({ url, description }) => ({ url, description }));
  for (let tries = 1; ; tries += 1) {
    try {
      return await server.saveLinks(fields);
    } catch (error) {
      if (tries === mostTries) throw error;
      await sleep(1000);
    }
  }
}

function holdsLink({ text }: Edit, urls: readonly string[]): boolean {
  return urls.some((url) => text.includes(`]]((${url}))`));
}

function judge({ text, versions, edits, report, usage }: FinishedGeneration, urls: readonly string[]) {
  const { wordsChanged, wordsTotal } = report.safe;
  const exact = versionNames.flatMap((name) =>
    urls.filter((url) => versions[name].split(`]]((${url}))`).length === 2),
  );
  const onlyAdds = edits.safe.every((edit) => keepsWords(text, edit, urls));
  return {
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    exact: exact.length,
    wanted: urls.length * versionNames.length,
    wordsKept: wordsTotal === 0 ? 1 : 1 - wordsChanged / wordsTotal,
    onlyAdds: onlyAdds && applyEdits(text, edits.safe) === versions.safe,
  };
}

const problemSchema = z.object({ code: z.string(), detail: z.optional(z.string()) });

async function problemOf(response: Response): Promise<string> {
  const problem = problemSchema.safeParse(await response.json().catch(() => null));
  return problem.success ? `${problem.data.code}: ${problem.data.detail ?? ''}` : `status ${response.status}`;
}

/** Returns the longest content that the server's page accepts, in characters. */
export async function longestContent(server: LinkweftServer): Promise<number> {
  const page = await (await fetch(server.url)).text();
  const [, settings = 'null'] = /<script[^>]*id="settings"[^>]*>([^<]*)<\/script>/u.exec(page) ?? [];
  return settingsSchema.parse(JSON.parse(settings)).contentLimits.maxContentChars;
}
