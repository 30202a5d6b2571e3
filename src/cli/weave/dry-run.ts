import { counted } from '#server/lib/visitors-and-days.ts';
import type { Link } from '#core/links/link.ts';
import { costOf, estimateTokens } from '#core/limits/tokens.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { tokensOfJob, type WritingJob } from '#core/generation/writing-job.ts';

import type { FoundFile } from '#cli/files/find-files.ts';
import { FileError, readTextFile } from '#cli/files/text-file.ts';

import { messageOf } from '#cli/report/problem-words.ts';
import { chooseLinks, planText, type WeaveSettings } from './weave-text.ts';
import type { Writer } from '#cli/writer/writer.ts';

/** What one file would take. */
export type FileForecast = {
  readonly name: string;
  readonly links: number;
  readonly exchanged: number;
  readonly calls: number;
  readonly likely: Forecast;
  readonly most: Forecast;
  /** Why the file would fail. */
  readonly message: string | null;
};

type Forecast = { readonly tokens: number; readonly usd: number | null };

const nothing: Forecast = { tokens: 0, usd: 0 };

/** Output tokens of an answer: for each link, and around them. Recorded answers used about 42 for a link. */
const answerTokens = { link: 50, frame: 20 };

/** Returns what a run would take. Calls no model and writes nothing. */
export async function forecast(
  files: readonly FoundFile[],
  links: readonly Link[],
  settings: WeaveSettings,
  writer: Writer,
): Promise<FileForecast[]> {
  const forecasts: FileForecast[] = [];
  for (const { source, name } of files) {
    const none = { name, links: 0, exchanged: 0, calls: 0, likely: nothing, most: nothing };
    try {
      const { text } = await readTextFile(source);
      const choice = await chooseLinks(text, links, settings, writer.terms);
      const { job, relinks } = planText({ name, content: text }, choice, settings, writer.terms);
      const cost = job === null ? { calls: 0, likely: nothing, most: nothing } : costOfJob(job, writer);
      const added = job === null ? 0 : job.links.length - job.covered.length;
      forecasts.push({ name, links: added, exchanged: relinks.length, ...cost, message: null });
    } catch (error) {
      if (!(error instanceof ProblemError || error instanceof FileError)) throw error;
      forecasts.push({ ...none, message: error instanceof ProblemError ? messageOf(error) : error.message });
    }
  }
  return forecasts;
}

function costOfJob(job: WritingJob, { model }: Writer) {
  const { price, model: limits } = job.terms;
  if (model === null) return { calls: 0, likely: nothing, most: nothing };
  const forecastOf = (tokens: { inputTokens: number; outputTokens: number }): Forecast => ({
    tokens: tokens.inputTokens + tokens.outputTokens,
    usd: price === null ? null : costOf(tokens, price),
  });
  const prompts = job.parts.map(({ prompt }) => `${prompt.system}\n${prompt.user}`).join('\n');
  const likely = {
    inputTokens: estimateTokens(prompts, limits?.tokenizer),
    outputTokens: job.links.length * answerTokens.link + job.parts.length * answerTokens.frame,
  };
  return { calls: job.parts.length, likely: forecastOf(likely), most: forecastOf(tokensOfJob(job)) };
}

/** Returns the forecast of all files in words. `isQueued`: the workers of a queue write, each with its own model. */
export function forecastInWords(
  files: readonly FileForecast[],
  { model }: Writer,
  isQueued: boolean,
): string {
  const sum = (pick: (file: FileForecast) => number) => files.reduce((total, file) => total + pick(file), 0);
  const usable = files.filter(({ message }) => message === null);
  const lines = [
    ...files.map(({ name, links, exchanged, message }) =>
      message === null ? `${name}: ${counted(links, 'link')}, ${exchanged} exchanged` : `${name}: ${message}`,
    ),
    `${usable.length} of ${counted(files.length, 'file')} can be worked on: ${counted(
      sum((file) => file.links),
      'link',
    )} to add, ${sum((file) => file.exchanged)} to exchange.`,
  ];
  const free = isQueued
    ? 'The workers write. Set the variables of their model here, too, to see what it would cost.'
    : 'The built-in writer writes. It costs nothing.';
  if (model === null) return [...lines, free, ''].join('\n');
  const [likely, most] = [sum((file) => file.likely.tokens), sum((file) => file.most.tokens)];
  const tokens = `${model.model}: ${counted(
    sum((file) => file.calls),
    'call',
  )}, about ${likely.toLocaleString('en')} tokens, at most ${most.toLocaleString('en')}.`;
  const hasPrice = files.every((file) => file.likely.usd !== null);
  const money = hasPrice
    ? `About $${sum((file) => file.likely.usd ?? 0).toFixed(4)}, at most $${sum((file) => file.most.usd ?? 0).toFixed(4)}.`
    : 'The price of the model is not known: set OPENAI_PRICE_INPUT and OPENAI_PRICE_OUTPUT.';
  return [...lines, tokens, money, ''].join('\n');
}
