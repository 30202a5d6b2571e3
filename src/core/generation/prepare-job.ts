import type { Span } from '#core/lib/helpers.ts';
import { parseDocument, type Document } from '#core/document/document.ts';
import { type NumberedSentence, numberSentences } from '#core/document/numbered-sentences.ts';
import { shownText } from '#core/prompt/numbered-text.ts';
import type { Relink } from '#core/edits/edit.ts';
import { relinkEdits } from '#core/relink/relink-edits.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import {
  contentTooLong,
  fewestParts,
  fitsModel,
  maxEditsTokens,
  maxTextsTokens,
  mostParts,
} from '#core/limits/content-limit.ts';
import { estimateTokens } from '#core/limits/tokens.ts';
import { usesEdits, type WritingJob, type WritingPart } from './writing-job.ts';
import { labelOf, labelsFor } from '#core/links/link-labels.ts';
import { linkedUrls } from '#core/document/own-links.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { splitDescription } from '#core/links/description.ts';
import { instructionsLimit, type WritingTerms } from '#core/limits/terms.ts';
import { writeAgainPrompt, writeEditsPrompt, writePrompt } from '#core/prompt/write-prompt.ts';
import { type Fit, weighLinks, type LinkFits } from '#core/ranking/weigh-links.ts';

import { planSentences } from './sentence-calls.ts';
import type { OnlyVersion } from '#core/prompt/prompt.ts';

export type WritingRequest = {
  readonly content: string;
  /** The selected links that still exist. */
  readonly links: readonly Omit<ChosenLink, 'integrations'>[];
  /** What the user wishes of the style. */
  readonly instructions?: string | undefined;
  /** The relinks that the user accepted. */
  readonly relinks?: readonly Relink[] | undefined;
  readonly only?: OnlyVersion | null | undefined;
};

/** Returns a link as writers see it: without its tags, which are for the user's list. */
export function chooseLink({ id, url, description }: WritingRequest['links'][number]): ChosenLink {
  const { words, anchor } = splitDescription(description);
  return { id, url, description: words, anchor: anchor ?? undefined, integrations: 1 };
}

/**
 * Turns content and links into a job. Throws 'content-empty', 'links-invalid', 'instructions-too-long', and
 * 'content-too-long' with numbers. So content that does not fit is refused before it costs anything.
 */
export function prepareJob(
  {
    content,
    links: found,
    instructions: wish = '',
    relinks: accepted = [],
    only: wanted = null,
  }: WritingRequest,
  terms: WritingTerms,
): WritingJob {
  if (content.trim() === '') throw new ProblemError('content-empty');
  if (found.length === 0) throw new ProblemError('links-invalid');
  const instructions = readInstructions(wish);
  const links = found.map(chooseLink);
  const fit = fitsModel(content, links, terms, instructions);
  if (!fit.fits) throw contentTooLong(fit);
  const document = parseDocument(content);
  const numbered = numberSentences(document);
  const only = wanted === null ? null : bounded(wanted);
  const relinks = relinkEdits(content, accepted);
  // Nothing is requested for links that the content has already, or gets by a relink.
  const urls = links.map(({ url }) => url);
  const linked = new Set([
    ...linkedUrls(content, urls),
    ...relinks.flatMap(({ relink }) => relink?.url ?? []),
  ]);
  const requested = links.filter(({ url }) => !linked.has(url));
  const covered = links.filter(({ url }) => linked.has(url));
  const job = { document, numbered, links, covered, relinks, instructions, only, terms };
  if (terms.protocol === null || requested.length === 0) return { ...job, parts: [] };
  const isBySentence = terms.protocol === 'sentences';
  const plan = isBySentence ? planSentences : usesEdits(job) ? planParts : planTexts;
  const parts = plan(job, requested);
  if (parts === null)
    throw new ProblemError('content-too-long', { detail: isBySentence ? noSpace : uncuttable });
  return { ...job, parts };
}

const noSpace =
  'This model’s context window is too small for one of your sentences with a link. Please use a model with a larger one, or shorten the longest sentences.';

const uncuttable =
  'Your content has sentences that are too long for this model. Please break them up, or select fewer links, and try again.';

/** The wordings to avoid come from the request and reach the model, so their number and length are limited. */
const avoided = { wordings: 8, characters: 1000 };

function bounded({ version, avoid }: OnlyVersion): OnlyVersion {
  const first = avoid.slice(0, avoided.wordings);
  return { version, avoid: first.map((text) => text.slice(0, avoided.characters)) };
}

type Plan = Omit<WritingJob, 'parts'>;

/** Makes one call for three whole texts. */
function planTexts(
  { document: { content }, covered, instructions, terms: { model } }: Plan,
  links: readonly ChosenLink[],
): WritingPart[] {
  const prompt = writePrompt(content, links, { instructions, covered });
  const most = model === null ? null : maxTextsTokens({ content, links, prompt }, model);
  const span = { start: 0, end: content.length };
  return [{ purpose: 'write', span, links, prompt, maxOutputTokens: most }];
}

/**
 * Plans the calls that ask for edits: one if the model can take the whole content, or else as few as possible, each
 * with the links that fit its part. Parts without links are left out. Returns null if even small parts with their
 * links are too long for the model.
 */
function planParts(job: Plan, links: readonly ChosenLink[]): WritingPart[] | null {
  const { document, numbered: sentences } = job;
  const span = { start: 0, end: document.content.length };
  const whole = partOf(job, { from: 0, to: sentences.length, span }, links);
  if (whole !== null) return [whole];
  const weights = sentences.map(({ start, end }) =>
    estimateTokens(document.content.slice(start, end), job.terms.model?.tokenizer),
  );
  const fits = weighLinks(document, links);
  const least = fewestParts(weights.reduce((sum, weight) => sum + weight, 0));
  for (let count = least; count <= Math.min(mostParts, sentences.length); count = Math.ceil(count * 1.2)) {
    const parts = partsOf(job, cutContent(document, sentences, weights, count), fits);
    if (parts !== null) return parts;
  }
  return null;
}

/** Makes a call for each stretch that has links. Returns null if one of them does not fit. */
function partsOf(job: Plan, stretches: readonly Stretch[], fits: LinkFits): WritingPart[] | null {
  const spans = stretches.map(({ span }) => span);
  const parts: WritingPart[] = [];
  for (const [index, links] of shareLinks([...fits.keys()], spans, fits).entries()) {
    const stretch = stretches[index];
    if (links.length === 0 || stretch === undefined) continue;
    const part = partOf(job, stretch, links);
    if (part === null) return null;
    parts.push(part);
  }
  return parts;
}

/** Makes one call that asks for edits of a stretch. Returns null if the answer does not fit. */
function partOf(
  { document, numbered, links: all, covered, instructions, only, terms: { model } }: Plan,
  { from, to, span }: Stretch,
  links: readonly ChosenLink[],
): WritingPart | null {
  const { content } = document;
  const sentences = numbered.slice(from, to);
  const shown = shownText(document, sentences, span);
  const labels = labelsFor(content, all);
  const labelled = links.map((link) => ({ label: labelOf(labels, all.indexOf(link)), link }));
  const request = { content, shown, links: labelled, covered, instructions };
  const prompt =
    only === null
      ? writeEditsPrompt({ ...request, replaceable: sentences.filter((each) => each.replaceable).length })
      : writeAgainPrompt({ ...request, ...only });
  const part = { purpose: 'write', span, links, prompt, maxOutputTokens: null } as const;
  if (model === null) return part;
  const tokens = estimateTokens(content.slice(span.start, span.end), model.tokenizer);
  const size = { links: links.length, sentences: sentences.length, tokens };
  const most = maxEditsTokens(size, prompt, model);
  return most === null ? null : { ...part, maxOutputTokens: most };
}

/** A part may have this many times its fair share of the links. */
const slack = 1.5;

/**
 * Gives each link to the part that it fits best. Links that would lose most in another part come first, and no part
 * gets too many links. A link that fits no part goes to a part that already has links, because parts without links
 * need no call.
 */
function shareLinks(links: readonly ChosenLink[], parts: readonly Span[], fits: LinkFits): ChosenLink[][] {
  const shares = parts.map((): Set<ChosenLink> => new Set());
  const most = Math.ceil((links.length / parts.length) * slack);
  const hasSpace = (part: number) => (shares[part]?.size ?? most) < most;
  const wishes = links.map((link) => {
    const of = parts.map((part) => bestWithin(part, fits.get(link)));
    const [best = 0, second = 0] = of.toSorted((a, b) => b - a);
    return { link, of, best, urgency: best - second };
  });
  for (const { link, of, best } of wishes.toSorted((a, b) => b.urgency - a.urgency)) {
    if (best > 0) shares[indexOfMost(of.map((score, part) => (hasSpace(part) ? score : -1)))]?.add(link);
  }
  for (const { link, best } of wishes) {
    if (best > 0) continue;
    const space = shares.map(({ size }) => (size === 0 ? 0 : most - size));
    shares[indexOfMost(space.map((left, part) => (hasSpace(part) ? left : -1)))]?.add(link);
  }
  return shares.map((share) => links.filter((link) => share.has(link)));
}

function bestWithin({ start, end }: Span, fits: readonly Fit[] = []): number {
  const within = fits.filter(({ sentence }) => sentence.start >= start && sentence.start < end);
  return within.reduce((best, { score }) => Math.max(best, score), 0);
}

function indexOfMost(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}

/** A stretch of the content with its sentences: indexes from `from` up to and without `to`. */
type Stretch = { readonly from: number; readonly to: number; readonly span: Span };

/** A stretch with this part of its share may end before a heading. */
const enough = 0.75;
/** A block longer than this many shares is cut between its sentences. */
const tooLong = 1.25;

/** Cuts the content into about `count` stretches of similar weight, if possible between blocks. */
export function cutContent(
  { content, blocks }: Document,
  sentences: readonly NumberedSentence[],
  weights: readonly number[],
  count: number,
): Stretch[] {
  const share = weights.reduce((sum, weight) => sum + weight, 0) / count;
  const byBlock = new Map<number, number>();
  for (const [index, { block }] of sentences.entries())
    byBlock.set(block, (byBlock.get(block) ?? 0) + (weights[index] ?? 0));

  /** Whether to cut before a sentence. `before` is the weight of the stretch before it. */
  function mayCut({ block }: NumberedSentence, index: number, before: number): boolean {
    if (index === 0) return false;
    const weight = byBlock.get(block) ?? 0;
    const isLong = weight > share * tooLong;
    if (sentences[index - 1]?.block === block) return isLong && before + (weights[index] ?? 0) > share;
    const isHeading = blocks[block]?.kind === 'heading';
    return before + weight > share * tooLong || before >= share || (isHeading && before > share * enough);
  }

  const edges = [0];
  let weight = 0;
  for (const [index, sentence] of sentences.entries()) {
    if (mayCut(sentence, index, weight)) {
      edges.push(index);
      weight = 0;
    }
    weight += weights[index] ?? 0;
  }
  return edges.map((from, index) => {
    const to = edges[index + 1] ?? sentences.length;
    const start = from === 0 ? 0 : edgeBefore(content, sentences, from);
    const end = to === sentences.length ? content.length : edgeBefore(content, sentences, to);
    return { from, to, span: { start, end } };
  });
}

/** Returns the start of a sentence's line, or of the sentence itself if another one ends on that line. */
function edgeBefore(content: string, sentences: readonly NumberedSentence[], index: number): number {
  const start = sentences[index]?.start ?? content.length;
  const before = sentences[index - 1]?.end ?? 0;
  const lineBreak = content.slice(before, start).search(/[\r\n][^\r\n]*$/);
  return lineBreak < 0 ? start : before + lineBreak + 1;
}

/** Returns the instructions without blanks around them. Throws 'instructions-too-long'. */
export function readInstructions(instructions: string): string {
  const text = instructions.trim();
  if (text.length > instructionsLimit) throw new ProblemError('instructions-too-long');
  return text;
}
