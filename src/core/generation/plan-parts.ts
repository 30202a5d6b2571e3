import type { ChosenLink } from '#core/links/link.ts';
import { maxEditsTokens } from '#core/limits/edits-limit.ts';
import type { ModelLimits } from '#core/limits/model-limits.ts';
import { fewestParts, mostParts } from '#core/limits/parts-limit.ts';
import { estimateTokens } from '#core/limits/token-count.ts';
import { writeEditsPrompt } from '#core/prompt/write-edits-prompt.ts';
import { writeAgainPrompt } from '#core/prompt/write-repair-prompt.ts';
import type { Document } from '#core/document/document.ts';
import type { Span } from '#core/document/spans.ts';
import { labelOf, labelsFor } from '#core/links/link-labels.ts';
import type { NumberedText } from '#core/prompt/numbered-text.ts';
import { showInSteps } from '#core/edits/shown-text.ts';

import { cutContent, type Stretch } from './cut-content.ts';
import { weighLinks, type LinkFits } from '#core/ranking/weigh-links.ts';

import { shareLinks } from './share-links.ts';
import type { OnlyVersion, WritingPart } from './writing-job.ts';

/** How many sentences are weighed in one step. */
const sentencesAStep = 500;

type Material = {
  readonly document: Document;
  readonly numbered: NumberedText;
  readonly links: readonly ChosenLink[];
  readonly only: OnlyVersion | null;
};

/**
 * Plans the calls that ask for edits: one if the model can take the whole content, or else as few as possible, each
 * with the links that fit its part. Parts without links are left out. Returns null if even small parts with their
 * links are too long for the model.
 */
export function* planParts(
  material: Material,
  model: ModelLimits | null,
): Generator<undefined, WritingPart[] | null> {
  const { document, numbered, links } = material;
  const { sentences } = numbered;
  const span = { start: 0, end: document.content.length };
  const whole = yield* partOf(material, { from: 0, to: sentences.length, span }, links, model);
  if (whole !== null) return [whole];
  if (model === null) return null;
  const weights = yield* weightsOf(document.content, sentences, model);
  const fits = yield* weighLinks(document, links);
  const least = fewestParts(weights.reduce((sum, weight) => sum + weight, 0));
  for (let count = least; count <= Math.min(mostParts, sentences.length); count = Math.ceil(count * 1.2)) {
    yield;
    const parts = yield* partsOf(material, cutContent(document, numbered, weights, count), fits, model);
    if (parts !== null) return parts;
  }
  return null;
}

function* weightsOf(
  content: string,
  sentences: readonly Span[],
  model: ModelLimits,
): Generator<undefined, number[]> {
  const weights: number[] = [];
  for (const { start, end } of sentences) {
    weights.push(estimateTokens(content.slice(start, end), model.tokenizer));
    if (weights.length % sentencesAStep === 0) yield;
  }
  return weights;
}

/** Returns null if one of them does not fit. */
function* partsOf(
  material: Material,
  stretches: readonly Stretch[],
  fits: LinkFits,
  model: ModelLimits,
): Generator<undefined, WritingPart[] | null> {
  const shares = shareLinks(
    material.links,
    stretches.map(({ span }) => span),
    fits,
  );
  const parts: WritingPart[] = [];
  for (const [index, stretch] of stretches.entries()) {
    const links = shares[index] ?? [];
    if (links.length === 0) continue;
    const part = yield* partOf(material, stretch, links, model);
    if (part === null) return null;
    parts.push(part);
  }
  return parts;
}

function* partOf(
  { document, numbered, links: all, only }: Material,
  { from, to, span }: Stretch,
  links: readonly ChosenLink[],
  model: ModelLimits | null,
): Generator<undefined, WritingPart | null> {
  const { content } = document;
  const sentences = numbered.sentences.slice(from, to);
  const shown = yield* showInSteps(document, sentences, span);
  const labels = labelsFor(content, all);
  const asked = {
    content,
    shown,
    sentenceCount: sentences.length,
    links: links.map((link) => ({ label: labelOf(labels, all.indexOf(link)), link })),
  };
  yield;
  const prompt = only === null ? writeEditsPrompt(asked) : writeAgainPrompt({ ...asked, ...only });
  if (model === null) return { purpose: 'write', span, links, prompt, maxOutputTokens: null };
  yield;
  const tokens = estimateTokens(content.slice(span.start, span.end), model.tokenizer);
  yield;
  const size = { links: links.length, sentences: sentences.length, tokens };
  const maxOutputTokens = maxEditsTokens(size, prompt, model);
  return maxOutputTokens === null ? null : { purpose: 'write', span, links, prompt, maxOutputTokens };
}
