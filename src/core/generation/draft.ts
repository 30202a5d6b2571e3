import type { DroppedEdit, Edit } from '#core/edits/edit.ts';
import { createVersionBuilder, readSource, type SourceReading } from '#core/edits/version-builder.ts';
import { perVersion, versionNames, type VersionName } from '#core/edits/version-names.ts';
import type { ReplyEvent } from '#core/reply/section.ts';
import type { RecordedFacts } from '#core/report/report.ts';

import type { FinishedGeneration, GenerationStep, Steps } from './finished-generation.ts';
import type { LinkReport, VersionReport } from '#core/report/version-report.ts';
import type { Filling } from '#core/built-in-writer/gaps.ts';
import type { RunTask } from './long-tasks.ts';
import type { WritingJob } from './writing-job.ts';

/** The requested versions of a generation while they are written. */
export type Draft = readonly VersionDraft[];

/** Begins all requested versions. */
export function createDraft(job: WritingJob): Draft {
  const source = readSource(job);
  const names = job.only === null ? versionNames : [job.only.version];
  return names.map((name) => createVersionDraft(job, name, source));
}

/** The limit for a version that comes as text, in UTF-16 units. It is longer than any accepted content. */
const textLimit = 4_000_000;

type VersionDraft = ReturnType<typeof createVersionDraft>;

function createVersionDraft(
  { document, numbered, links, relinks, parts }: WritingJob,
  name: VersionName,
  source: SourceReading,
) {
  const builder = createVersionBuilder({ document, numbered, version: name, links, relinks }, source);
  const reporter = createStepReporter(name, relinks);
  const texts = new Map<number, string>();
  const endedParts = new Set<number>();
  const unreadable: DroppedEdit[] = [];
  const offers = new Map<string, Edit>();

  const isFinished = () => endedParts.size === parts.length;
  async function endPart(part: number, run: RunTask): Promise<GenerationStep[]> {
    endedParts.add(part);
    const text = texts.get(part);
    const span = parts[part]?.span ?? { start: 0, end: document.content.length };
    const input = { document, numbered, links, span, text: text ?? '' };
    const edits = text === undefined ? [] : builder.placeAll(await run({ name: 'compare', input }), 'model');
    const steps = reporter.report(edits);
    return isFinished() && builder.missing().length === 0 ? [...steps, ...reporter.end()] : steps;
  }

  return {
    name,
    builder,
    ...reporter,
    hasEndedPart: (part: number) => endedParts.has(part),
    isFinished,
    /** Whether the model sent any part of this version as a whole text. */
    hasText: () => texts.size > 0,
    /** Accepts an event of a reply. Returns the new steps. Only the end of a whole text takes long. */
    accept(event: ReplyEvent, part: number, run: RunTask): GenerationStep[] | Promise<GenerationStep[]> {
      if (event.type === 'version-start') return reporter.start();
      if (event.type === 'version-end') return endPart(part, run);
      if (event.type === 'version-unreadable') unreadable.push({ reason: 'unreadable', text: event.text });
      else if (event.type === 'version-skip') builder.skip(event.skip);
      else if (event.type === 'version-edit') {
        const edit = builder.place(event.edit, 'model');
        return edit === null ? [] : reporter.report([edit]);
      } else {
        const text = texts.get(part) ?? '';
        if (text.length < textLimit) texts.set(part, text + event.text);
      }
      return [];
    },
    offer: (filling: Filling) => recordOffers(builder, filling, offers),
    offers,
    facts: (): RecordedFacts => ({
      dropped: [...builder.dropped(), ...unreadable],
      unknownUrls: builder.unknownUrls(),
      moved: builder.moved(),
    }),
  };
}

/** Records an edit for each link of a filling that has no place, so that the user may request it. */
function recordOffers(
  { missing, skipped, offer }: VersionDraft['builder'],
  filling: Filling,
  offers: Map<string, Edit>,
): void {
  const calls = 'over' in filling ? [{ link: filling.link, lines: filling.over }] : filling.calls;
  const open = new Set([...missing(), ...skipped().map(({ link }) => link)].map(({ id }) => id));
  for (const { link, lines } of calls) {
    const change = open.has(link.id) ? offer(lines, link.url) : null;
    if (change !== null) offers.set(link.id, { ...change, id: `offer-${offers.size + 1}`, by: 'built-in' });
  }
}

/** @param first the edits that the version has from its start */
function createStepReporter(version: VersionName, first: readonly Edit[]) {
  let [hasStarted, hasEnded] = [false, false];
  const stepOf = (edit: Edit): GenerationStep => ({ type: 'version-edit', version, edit });
  return {
    hasStarted: () => hasStarted,
    start(): GenerationStep[] {
      if (hasStarted) return [];
      hasStarted = true;
      return [{ type: 'version-start', version }, ...first.map(stepOf)];
    },
    /** Reports edits, unless the end was reported. */
    report(edits: readonly Edit[]): GenerationStep[] {
      return hasEnded ? [] : edits.map(stepOf);
    },
    /** Reports the end, if there was a start. No edits can follow. */
    end(): GenerationStep[] {
      if (hasEnded || !hasStarted) return [];
      hasEnded = true;
      return [{ type: 'version-end', version }];
    },
  };
}

/** Returns the result. Versions that are not `kept` are empty and listed as unfinished. */
export async function finishDraft(
  { document, links, instructions }: WritingJob,
  draft: Draft,
  kept: Draft,
  run: RunTask,
  usage: FinishedGeneration['usage'],
): Promise<FinishedGeneration> {
  const all = perVersion((name) => kept.find((version) => version.name === name));
  const edits = perVersion((name) => all[name]?.builder.edits() ?? []);
  const facts = perVersion((name) => all[name]?.facts() ?? {});
  const checked = await run({ name: 'check', input: { document, edits, links, facts } });
  return {
    text: document.content,
    links,
    instructions: instructions === '' ? undefined : instructions,
    versions: perVersion((name) => (all[name] === undefined ? '' : checked[name].text)),
    edits,
    report: perVersion((name) => completed(checked[name].report, all[name])),
    unfinished: draft.filter((version) => !kept.includes(version)).map(({ name }) => name),
    usage,
  };
}

/** Adds the offers to a report. The report of a version that was not kept says that all words and links are missing. */
function completed(report: VersionReport, version: VersionDraft | undefined): VersionReport {
  if (version === undefined) {
    const links = report.links.map((link) => ({ ...link, status: 'missing' as const, times: 0, by: null }));
    return { ...report, links, sentencesKept: 0, wordsChanged: report.wordsTotal, words: 0 };
  }
  const left = new Map(version.offers);
  const reasons = new Map(version.builder.skipped().map(({ link, reason }) => [link.id, reason]));
  const links = report.links.map((link): LinkReport => {
    if (link.status !== 'missing') return link;
    const reason = reasons.get(link.linkId);
    const skip = reason === undefined ? {} : { status: 'skipped' as const, skipReason: reason };
    // The report gives the places of a URL to its first links, but an offer may be for one of these.
    const others = report.links.filter(({ url, status }) => url === link.url && status !== 'missing');
    const id = [link, ...others].find(({ linkId }) => left.has(linkId))?.linkId ?? '';
    const offer = left.get(id) ?? null;
    left.delete(id);
    return { ...link, ...skip, offer };
  });
  return { ...report, links };
}

/** Lets the built-in writer write all versions. Yields them as they grow, then the checked result. */
export async function* generateBuiltIn(job: WritingJob, run: RunTask): Steps {
  const draft = createDraft(job);
  for (const version of draft) yield* version.start();
  yield* fillGaps(job, draft, run);
  for (const version of draft) yield* version.end();
  yield { type: 'result', generation: await finishDraft(job, draft, draft, run, null) };
}

/** Adds the missing links with the built-in writer, or offers them. Yields each edit. */
export async function* fillGaps({ document, numbered, only }: WritingJob, draft: Draft, run: RunTask): Steps {
  const versions = draft.flatMap(({ name, builder }) => {
    const skipped = builder.skipped().map(({ link }) => link);
    const links = [...builder.missing(), ...skipped];
    return links.length === 0 ? [] : [{ name, links, skipped, edits: builder.edits() }];
  });
  if (versions.length === 0) return;
  const gaps = { document, numbered, versions, avoid: only?.avoid ?? [] };
  for (const filling of await run({ name: 'fill', input: gaps })) {
    const version = draft.find(({ name }) => name === filling.version);
    if (version === undefined) continue;
    const edit = filling.isOffer ? null : placeFilling(version.builder, filling);
    if (edit !== null) yield* version.report([edit]);
    version.offer(filling);
  }
}

/** Makes an edit of what the built-in writer does. Returns null if that is not possible. */
export function placeFilling(
  { linkWords, addLines }: Pick<VersionDraft['builder'], 'linkWords' | 'addLines'>,
  filling: Filling,
): Edit | null {
  return 'over' in filling ? linkWords(filling.over, filling.link.url) : addLines(filling.lines);
}
