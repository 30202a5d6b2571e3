import path from 'node:path';
import process from 'node:process';

import type { Link } from '#core/links/link.ts';

import { misspeltVariables } from '#server/config/misspelt-variables.ts';

import { exitCodes, UsageError, type ExitCode } from '#cli/lib/command.ts';
import { print, say } from '#cli/lib/terminal.ts';
import { findFiles, type FoundFile } from '#cli/files/find-files.ts';
import { readLinks } from '#cli/files/read-links.ts';
import { hashOf, writeWhole } from '#cli/files/text-file.ts';
import { countOf, type RunOutcome } from '#cli/report/outcome.ts';
import { createProgress } from '#cli/report/progress.ts';
import { requireReportPlace } from '#cli/report/report-place.ts';
import { jsonOf, reportOf, summaryOf } from '#cli/report/report.ts';
import { readWriter, type Writer } from '#cli/writer/writer.ts';

import { forecast, forecastInWords } from '#cli/weave/dry-run.ts';
import { openJournal, type Journal } from '#cli/weave/journal.ts';
import { mostLinks, type WeaveOptions } from '#cli/weave/options.ts';
import type { NamedText } from '#cli/weave/weave-text.ts';
import { watchStops, type Stops } from '#cli/weave/stop-signals.ts';
import { weaveFiles, type WeaveRun } from '#cli/weave/weave-files.ts';
import { openWriterHere } from '#cli/weave/write-here.ts';

/** Where the journal is: in the folder of the results, or of the user if files are changed in place. */
const journalFolder = '.linkweft';

/** Does what the options say. */
export async function runWeave(options: WeaveOptions): Promise<ExitCode> {
  const { linkFile, settings, outFolder } = options;
  const folder = process.cwd();
  for (const line of misspeltVariables(process.env)) say(line);
  const writer = readWriter(process.env, options.maxUsd);
  const { links, notes } = await readLinks(linkFile);
  if (settings.most === null && links.length > mostLinks)
    throw new UsageError(`--all-links takes at most ${mostLinks} links; ${linkFile} has ${links.length}.`);
  const others = [linkFile, ...(options.report === null ? [] : [options.report])];
  const files = await findFiles(options.paths, { folder, outFolder, others });
  for (const note of notes) say(note);
  if (options.dryRun) return foretell(files, links, writer, options);
  if (options.report !== null) await requireReportPlace(options.report, files, options);
  const journal = await openJournal(path.join(outFolder ?? folder, journalFolder));
  try {
    const outcome = await weaveAll(files, links, { writer, journal, options });
    if (options.json) print(jsonOf(outcome));
    say(summaryOf(outcome));
    if (options.report !== null) await writeWhole(options.report, reportOf(outcome));
    return exitCodeOf(outcome, options.wait);
  } finally {
    await journal.close();
  }
}

async function foretell(
  files: readonly FoundFile[],
  links: readonly Link[],
  writer: Writer,
  { settings, json, queue }: WeaveOptions,
): Promise<ExitCode> {
  const forecasts = await forecast(files, links, settings, writer);
  const text = json
    ? `${JSON.stringify(forecasts, null, 2)}\n`
    : forecastInWords(forecasts, writer, queue !== null);
  print(text);
  return forecasts.some(({ message }) => message !== null) ? exitCodes.someFailed : exitCodes.done;
}

const stopsHere = 'Stopping: the files in work are finished first. Press Ctrl+C again to stop at once.';
const stopsQueue = 'Stopping. What was sent stays in the queue.';

type Parts = { readonly writer: Writer; readonly journal: Journal; readonly options: WeaveOptions };

async function weaveAll(
  files: readonly FoundFile[],
  links: readonly Link[],
  parts: Parts,
): Promise<RunOutcome> {
  const { writer, journal, options } = parts;
  // The price of a worker's model is not known here.
  const unit = options.queue === null ? (writer.budget?.unit ?? 'tokens') : 'tokens';
  const stops = watchStops(() => progress.say(options.queue === null ? stopsHere : stopsQueue));
  const sayLater = (line: string) => progress.say(line);
  const { produce, spent, calls, concurrency, close } = await openProducer(links, parts, stops, sayLater);
  const progress = createProgress({ total: files.length, unit, spent });
  if (options.queue === null && options.settings.version !== null) progress.say(writerInWords(writer));
  const began = performance.now();
  const run: WeaveRun = {
    produce,
    journal,
    settings: settingsHash(links, parts),
    isInPlace: options.outFolder === null,
    force: options.force,
    concurrency,
    stopping: stops.gently,
    onEnd: progress.fileEnded,
  };
  const outcomes = await weaveFiles(files, run);
  await close?.();
  progress.end();
  stops.release();
  const seconds = (performance.now() - began) / 1000;
  const isInterrupted = stops.gently.aborted;
  return { files: outcomes, calls: calls(), spent: spent(), unit, seconds, isInterrupted };
}

/** Returns who weaves the texts: this process, or the workers of a queue. */
async function openProducer(
  links: readonly Link[],
  { writer, journal, options }: Parts,
  stops: Stops,
  tell: (line: string) => void,
) {
  const { settings, queue, jobSeconds, collect, wait } = options;
  if (queue !== null) {
    const { openSender } = await import('#cli/queue/send-jobs.ts');
    const { produce, close } = await openSender(
      queue,
      { links, settings, terms: writer.terms, jobSeconds, collect, wait, say: tell },
      stops.gently,
    );
    let tokens = 0;
    const counting = async (text: NamedText) => {
      const produced = await produce(text);
      tokens += (produced.usage?.inputTokens ?? 0) + (produced.usage?.outputTokens ?? 0);
      return produced;
    };
    return { produce: counting, close, spent: () => tokens, calls: () => null, concurrency: jobsAtOnce };
  }
  const work = { links, settings, writer, answersFolder: journal.answers, signal: stops.atOnce };
  return { ...(await openWriterHere(work)), close: null, concurrency: options.concurrency };
}

/** How many jobs of one sender may wait in the queue. */
const jobsAtOnce = 200;

/** Returns a hash of everything besides a text that decides what is written. The model of a queue is not known here. */
function settingsHash(links: readonly Link[], { writer: { model }, options }: Parts): string {
  const known = links.map(({ url, description }) => [url, description]);
  const by = options.queue === null ? [model?.model ?? null, model?.baseUrl ?? null] : 'queue';
  return hashOf(JSON.stringify([known, options.settings, by]));
}

function writerInWords({ model }: Writer): string {
  if (model === null)
    return 'The built-in writer writes, because neither OPENAI_API_KEY nor OPENAI_BASE_URL is set.';
  return `${model.model} at ${new URL(model.baseUrl).host} writes.`;
}

/** `waits`: whether the jobs of a queue should have been done at the end. */
function exitCodeOf({ files, isInterrupted }: RunOutcome, waits: boolean): ExitCode {
  if (isInterrupted) return exitCodes.interrupted;
  if (countOf(files, 'over budget') > 0) return exitCodes.unfinished;
  if (countOf(files, 'failed') + countOf(files, 'not reached') > 0) return exitCodes.someFailed;
  return waits && countOf(files, 'queued') > 0 ? exitCodes.unfinished : exitCodes.done;
}
