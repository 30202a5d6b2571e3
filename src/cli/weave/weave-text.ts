import { linksAtMost } from '#contract/generations.ts';
import { formatOf, type TextFormat } from '#core/document/text-format.ts';
import type { Edit, Relink } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import type { LinkRelation } from '#core/export/escape.ts';
import {
  UnfinishedError,
  type FinishedGeneration,
  type Steps,
} from '#core/generation/finished-generation.ts';
import { prepareJob } from '#core/generation/prepare-job.ts';
import type { WritingJob } from '#core/generation/writing-job.ts';
import { contentTooLong, fitsModel } from '#core/limits/content-limit.ts';
import type { WritingTerms } from '#core/limits/terms.ts';
import type { Link } from '#core/links/link.ts';
import { relinkEdits } from '#core/relink/relink-edits.ts';
import { relinkOffers } from '#core/relink/relink-offers.ts';
import type { ShopTemplate } from '#core/relink/shop-template.ts';
import { suggestLinks } from '#server/threads/suggest-links.ts';

import { outcomeOf, writeChecked } from './write-checked.ts';
import type { WovenFacts, WovenText } from '#cli/report/woven-schema.ts';

/** What is done with each text. */
export type WeaveSettings = {
  /** Null: no link is added, and own links are exchanged only. */
  readonly version: VersionName | null;
  /** How many of the links that fit best are added to a text. Null: all links, whether they fit or not. */
  readonly most: number | null;
  readonly instructions: string;
  readonly relinks: boolean;
  /** Whether links that pay somebody else are exchanged, too. */
  readonly relinksForeign: boolean;
  readonly templates: readonly ShopTemplate[];
  readonly relation: LinkRelation;
  readonly disclosure: boolean;
};

/** A text that came from a file of this name. */
export type NamedText = { readonly name: string; readonly content: string };

/** The work on one text. A job without parts needs no model. */
export type TextPlan = {
  readonly content: string;
  readonly format: TextFormat;
  /** Null: no link fits, or none is added. */
  readonly job: WritingJob | null;
  readonly relinks: readonly Edit[];
};

/** The links that are added to a text, and the addresses that are exchanged in it. */
export type Choice = { readonly links: readonly Link[]; readonly relinks: readonly Relink[] };

/**
 * Chooses the links for a text.
 *
 * @throws ProblemError if a version of it is wanted, and it is empty or too long for any model
 */
export async function chooseLinks(
  content: string,
  links: readonly Link[],
  settings: WeaveSettings,
  terms: WritingTerms,
): Promise<Choice> {
  const fit = fitsModel(content, [], { ...terms, model: null });
  if (settings.version !== null && !fit.fits) throw contentTooLong(fit);
  return {
    links: settings.version === null ? [] : await fittingLinks(content, links, settings.most),
    relinks: settings.relinks ? chosenRelinks(content, links, settings) : [],
  };
}

/**
 * Prepares the calls for a text.
 *
 * @throws ProblemError as `prepareJob` does
 */
export function planText(
  { name, content }: NamedText,
  { links, relinks }: Choice,
  { version, instructions }: WeaveSettings,
  terms: WritingTerms,
): TextPlan {
  const request = { content, links, instructions, relinks };
  const job =
    version === null || links.length === 0
      ? null
      : prepareJob({ ...request, only: { version, avoid: [] } }, terms);
  return { content, format: formatOfFile(name, content), job, relinks: relinkEdits(content, relinks) };
}

function chosenRelinks(content: string, links: readonly Link[], settings: WeaveSettings): Relink[] {
  const { templates, relinksForeign } = settings;
  return relinkOffers(content, links, templates)
    .filter(({ isForeign }) => relinksForeign || !isForeign)
    .map(({ from, url, source }) => ({ from, url, source }));
}

async function fittingLinks(content: string, links: readonly Link[], most: number | null) {
  if (content.trim() === '') throw new ProblemError('content-empty');
  if (most === null) return links.slice(0, linksAtMost);
  const batches = (async function* once() {
    yield links;
  })();
  const { suggestions } = await suggestLinks(batches, { content, limit: most });
  return suggestions.map(({ link }) => link);
}

/**
 * Returns how the links of a file are written. The ending says more than the text: a Markdown file may have no Markdown
 * yet. Text files hold what they look like.
 */
function formatOfFile(name: string, content: string): TextFormat {
  const found = formatOf(content);
  if (/\.x?html?$/iu.test(name)) return 'html';
  if (/\.(?:md|markdown|mdx|qmd)$/iu.test(name)) return found === 'html' ? found : 'markdown';
  return found;
}

/**
 * Runs a plan to its end and writes the text in the format of its file.
 *
 * @param write runs the job of the plan
 * @throws ProblemError, and an Error if the written text does not hold exactly the chosen links
 */
export async function weaveText(
  plan: TextPlan,
  settings: WeaveSettings,
  write: (job: WritingJob) => Steps,
): Promise<WovenText> {
  const { version } = settings;
  const generation = plan.job === null ? null : await finish(write(plan.job), version);
  if (generation === null || version === null) return written(plan, plan.relinks, settings, null);
  return written(plan, generation.edits[version], settings, { generation, version });
}

/** A failure does not matter if the version is finished. */
async function finish(steps: Steps, version: VersionName | null): Promise<FinishedGeneration> {
  try {
    for await (const step of steps) if (step.type === 'result') return step.generation;
  } catch (failure) {
    const isFinished =
      failure instanceof UnfinishedError &&
      version !== null &&
      !failure.generation.unfinished.includes(version);
    if (!isFinished) throw failure;
    return failure.generation;
  }
  throw new ProblemError('unexpected', { cause: 'The generation ended without a result.' });
}

type Result = { readonly generation: FinishedGeneration; readonly version: VersionName };

function written(
  { content, format }: TextPlan,
  edits: readonly Edit[],
  { relation, disclosure }: WeaveSettings,
  result: Result | null,
): WovenText {
  const urls = result?.generation.links.map(({ url }) => url) ?? [];
  const report = result?.generation.report[result.version];
  const edited = { content, format, edits, urls, reports: report?.links ?? [] };
  const text = writeChecked(edited, { relation, disclosure });
  const exchanged = edits.flatMap(({ relink }) => relink ?? []);
  const claims = report?.claims.map((claim) => claim.text) ?? [];
  const counts = {
    sentencesAdded: report?.sentencesAdded ?? 0,
    sentencesRewritten: report?.sentencesRewritten ?? 0,
  };
  const outcomes = [...new Map(exchanged.map((relink) => [relink.from, relink])).values()].map(
    ({ from, url }): WovenFacts['links'][number] => ({
      url,
      status: 'exchanged',
      note: `in place of ${from}`,
    }),
  );
  return { text, ...counts, claims, links: [...outcomes, ...linkOutcomes(result)] };
}

function linkOutcomes(result: Result | null): WovenFacts['links'][number][] {
  if (result === null) return [];
  const { report, edits } = result.generation;
  const exchanged = new Set(edits[result.version].flatMap(({ relink }) => relink?.url ?? []));
  return report[result.version].links
    .filter(({ url }) => !exchanged.has(url))
    .map((link) => ({ url: link.url, ...outcomeOf(link) }));
}
