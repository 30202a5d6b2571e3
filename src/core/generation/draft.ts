import type { Pausable } from '#core/lib/helpers.ts';
import type { DroppedEdit, Edit } from '#core/edits/edit.ts';
import { readyEnd } from '#core/edits/spots.ts';
import { createVersionBuilder, readMaterial } from '#core/edits/version-builder.ts';
import { perVersion, versionNames, type VersionName } from '#core/edits/version-names.ts';
import type { ReplyEvent } from '#core/reply/reply-events.ts';
import { checkInSteps, type Noted } from '#core/report/report.ts';

import type {
  FinishedGeneration,
  GenerationStep,
  LinkReport,
  Steps,
  VersionReport,
} from './finished-generation.ts';
import type { Filling, GenerationClient, WritingJob } from './writing-job.ts';

/** The requested versions of a generation while they are written. */
export type Draft = readonly VersionDraft[];

/** Begins all versions that were asked for, in steps. */
export function* createDraft(job: WritingJob): Pausable<Draft> {
  const versions: VersionDraft[] = [];
  yield* readyEnd(job.document, job.numbered);
  const material = readMaterial(job);
  yield;
  for (const name of job.only === null ? versionNames : [job.only.version]) {
    versions.push(createVersionDraft(job, name, material));
    yield;
  }
  return versions;
}

/** The limit for a version that comes as text, in UTF-16 units. It is longer than any accepted content. */
const textLimit = 4_000_000;

type VersionDraft = ReturnType<typeof createVersionDraft>;

/** One version while it is written, in one or several parts. */
function createVersionDraft(
  { document, numbered, links, parts }: WritingJob,
  name: VersionName,
  material: ReturnType<typeof readMaterial>,
) {
  const builder = createVersionBuilder({ document, numbered, version: name, links }, material);
  const teller = createStepTeller(name);
  const texts = new Map<number, string>();
  const endedParts = new Set<number>();
  const unreadable: DroppedEdit[] = [];
  const offers = new Map<string, Edit>();

  const isFinished = () => endedParts.size === parts.length;
  function* endPart(part: number): Pausable<GenerationStep[]> {
    endedParts.add(part);
    const text = texts.get(part);
    const edits = text === undefined ? [] : yield* builder.takeText(text, 'model', parts[part]?.span);
    const steps = teller.tell(edits);
    return isFinished() && builder.missing().length === 0 ? [...steps, ...teller.end()] : steps;
  }

  return {
    name,
    builder,
    ...teller,
    hasEndedPart: (part: number) => endedParts.has(part),
    /** Whether all of its parts have ended. */
    isFinished,
    /** Whether the model sent any part of this version as a whole text. */
    hasText: () => texts.size > 0,
    /** Takes an event of a reply. Returns the new steps. Only the end of a whole text needs pauses. */
    *take(event: ReplyEvent, part: number): Pausable<GenerationStep[]> {
      if (event.type === 'version-start') return teller.start();
      if (event.type === 'version-end') return yield* endPart(part);
      if (event.type === 'version-unreadable') unreadable.push({ reason: 'unreadable', text: event.text });
      else if (event.type === 'version-skip') builder.skip(event.skip);
      else if (event.type === 'version-asked') {
        const edit = builder.take(event.edit, 'model');
        return edit === null ? [] : teller.tell([edit]);
      } else {
        const text = texts.get(part) ?? '';
        if (text.length < textLimit) texts.set(part, text + event.text);
      }
      return [];
    },
    offer: (filling: Filling) => noteOffers(builder, filling, offers),
    offers,
    noted: (): Noted => ({
      dropped: [...builder.dropped(), ...unreadable],
      unknownUrls: builder.unknownUrls(),
      moved: builder.moved(),
    }),
  };
}

/** Notes an edit for each link of a filling that has no place, so that the user may ask for it. */
function noteOffers(
  { missing, skipped, offer }: VersionDraft['builder'],
  filling: Filling,
  offers: Map<string, Edit>,
): void {
  const calls = 'over' in filling ? [{ link: filling.link, lines: filling.over }] : filling.calls;
  const open = new Set([...missing(), ...skipped().map(({ link }) => link)]);
  for (const { link, lines } of calls) {
    const change = open.has(link) ? offer(lines, link.url) : null;
    if (change !== null) offers.set(link.id, { ...change, id: `offer-${offers.size + 1}`, by: 'built-in' });
  }
}

/** Reports the start, the edits and the end of one version. */
function createStepTeller(version: VersionName) {
  let [hasStarted, hasEnded] = [false, false];
  return {
    hasStarted: () => hasStarted,
    start(): GenerationStep[] {
      if (hasStarted) return [];
      hasStarted = true;
      return [{ type: 'version-start', version }];
    },
    /** Reports edits, unless the end was reported. */
    tell(edits: readonly Edit[]): GenerationStep[] {
      return hasEnded ? [] : edits.map((edit) => ({ type: 'version-edit', version, edit }));
    },
    /** Reports the end, if there was a start. No edits can follow. */
    end(): GenerationStep[] {
      if (hasEnded || !hasStarted) return [];
      hasEnded = true;
      return [{ type: 'version-end', version }];
    },
  };
}

/** Returns the result, in steps. Versions that are not `kept` are empty and listed as unfinished. */
export function* finishDraft(
  { document, links, instructions }: WritingJob,
  draft: Draft,
  kept: Draft,
  usage: FinishedGeneration['usage'],
): Pausable<FinishedGeneration> {
  const all = perVersion((name) => kept.find((version) => version.name === name));
  const edits = perVersion((name) => all[name]?.builder.edits() ?? []);
  const noted = perVersion((name) => all[name]?.noted() ?? {});
  const checked = yield* checkInSteps(document, edits, links, noted);
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
export async function* generateBuiltIn(
  job: WritingJob,
  client: Pick<GenerationClient, 'fill' | 'inSteps'>,
): Steps {
  const draft = await client.inSteps(createDraft(job));
  for (const version of draft) yield* version.start();
  yield* fillGaps(job, draft, client);
  for (const version of draft) yield* version.end();
  const generation = await client.inSteps(finishDraft(job, draft, draft, null));
  yield { type: 'result', generation };
}

/**
 * Adds the missing links with the built-in writer, or offers them. Yields each edit, so that the reader may pause between
 * two.
 */
export async function* fillGaps(
  { document, numbered, only }: WritingJob,
  draft: Draft,
  { fill }: Pick<GenerationClient, 'fill'>,
): Steps {
  const versions = draft.flatMap(({ name, builder }) => {
    const skipped = builder.skipped().map(({ link }) => link);
    const links = [...builder.missing(), ...skipped];
    return links.length === 0 ? [] : [{ name, links, skipped, edits: builder.edits() }];
  });
  if (versions.length === 0) return;
  const gaps = { document, numbered, versions, avoid: only?.avoid ?? [] };
  for (const filling of await fill(gaps)) {
    const version = draft.find(({ name }) => name === filling.version);
    if (version === undefined) continue;
    const edit = filling.isOffer ? null : takeFilling(version.builder, filling);
    if (edit !== null) yield* version.tell([edit]);
    version.offer(filling);
  }
}

/** Makes an edit of what the built-in writer does. Returns null if that is not possible. */
export function takeFilling(
  { linkWords, takeLines }: Pick<VersionDraft['builder'], 'linkWords' | 'takeLines'>,
  filling: Filling,
): Edit | null {
  return 'over' in filling ? linkWords(filling.over, filling.link.url) : takeLines(filling.lines);
}
