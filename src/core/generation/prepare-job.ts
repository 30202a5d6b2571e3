import type { ChosenLink } from '#core/links/link.ts';
import { fitsModel, contentTooLong } from '#core/limits/content-limit.ts';
import { maxOutputTokens } from '#core/limits/output-limit.ts';
import { ProblemError } from '#core/errors/problem.ts';
import { writePrompt } from '#core/prompt/write-prompt.ts';
import { scan } from '#core/document/document.ts';
import { numberInSteps } from '#core/prompt/numbered-text.ts';

import { planParts } from './plan-parts.ts';
import type { OnlyVersion, WritingJob, WritingPart, WritingTerms } from './writing-job.ts';

export type Wish = {
  readonly content: string;
  /** The chosen links that still exist. */
  readonly links: readonly Pick<ChosenLink, 'id' | 'url' | 'description'>[];
  readonly only?: OnlyVersion | null | undefined;
};

/**
 * Turns content and links into a job, in steps. Throws 'content-empty', 'links-invalid', and 'content-too-long' with
 * numbers: content that does not fit is refused before it costs anything.
 */
export function* prepareJob(
  { content, links: found, only: wanted = null }: Wish,
  terms: WritingTerms,
): Generator<undefined, WritingJob> {
  if (content.trim() === '') throw new ProblemError('content-empty');
  if (found.length === 0) throw new ProblemError('links-invalid');
  const links = found.map(({ id, url, description }) => ({ id, url, description, integrations: 1 }) as const);
  const fit = fitsModel(content, links, terms);
  if (!fit.fits) throw contentTooLong(fit);
  const document = yield* scan(content);
  const numbered = yield* numberInSteps(document);
  const only = wanted === null ? null : bounded(wanted);
  const material = { document, numbered, links, only };
  const { model, protocol } = terms;
  if (protocol === null) return { ...material, parts: [], terms };
  if (protocol === 'rewrite' && only === null)
    return { ...material, parts: [wholeOf(material, model)], terms };
  const parts = yield* planParts(material, model);
  if (parts === null) throw new ProblemError('content-too-long', { detail: uncuttable });
  return { ...material, parts, terms };
}

const uncuttable =
  'Your content has passages that are too long for this model and hold no end of a sentence to cut them at. Please break them up, or select fewer links, and try again.';

/** The wordings come from outside and reach the model, so their number and length are limited. */
const avoided = { wordings: 8, characters: 1000 };

function bounded({ version, avoid }: OnlyVersion): OnlyVersion {
  const first = avoid.slice(0, avoided.wordings);
  return { version, avoid: first.map((text) => text.slice(0, avoided.characters)) };
}

/** Makes one call for three whole texts. */
function wholeOf(
  { document: { content }, links }: Pick<WritingJob, 'document' | 'links'>,
  model: WritingTerms['model'],
): WritingPart {
  const work = { prompt: writePrompt(content, links), content, links };
  return {
    purpose: 'write',
    span: { start: 0, end: content.length },
    links,
    prompt: work.prompt,
    maxOutputTokens: model === null ? null : maxOutputTokens(work, model),
  };
}
