import { checkInSteps, type Noted } from '#core/report/check-edits.ts';
import type { Report } from '#core/report/report.ts';
import type { ReplyEvent } from '#core/reply/reply-event.ts';
import type { AskedAddition, Edit } from '#core/edits/edit.ts';
import { readyEnd } from '#core/edits/spots.ts';
import { perVersion, versionNames, type VersionName } from '#core/edits/version.ts';
import { createVersionBuilder } from '#core/edits/version-builder.ts';

import type { FinishedGeneration, Usage, GenerationStep } from './finished-generation.ts';
import { createVersionDraft, type VersionDraft } from './version-draft.ts';
import type { WritingJob } from './writing-job.ts';

/** The versions of a generation while they are written. */
export type Draft = {
  /** The versions that were asked for. */
  readonly versions: readonly VersionDraft[];
  /** Returns the versions to keep: all that have begun if the reply is complete, or else only the finished ones. */
  kept(isWhole: boolean): readonly VersionDraft[];
  /** Begins a version that was missing in the reply and came with the repair call. */
  begin(version: VersionDraft): GenerationStep[];
  /** Works in steps, like `VersionDraft.take`. */
  take(event: ReplyEvent, part: number): Generator<undefined, GenerationStep[]>;
  /** Reports an edit that was not in a reply. */
  tell(version: VersionDraft, edit: Edit): GenerationStep[];
  /** Notes where a link without a place could be added by force. */
  offer(version: VersionDraft, linkId: string, asked: AskedAddition): void;
  /** Returns the ends of all versions. A version ends only when no more edits can follow. */
  end(): GenerationStep[];
  /** Returns the result, in steps. It lists the unfinished versions. */
  generation(isWhole: boolean, usage: Usage | null): Generator<undefined, FinishedGeneration>;
};

/** Reads in steps what the builders need from the content. */
export function* createDraft(job: WritingJob): Generator<undefined, Draft> {
  const { document, numbered, links, only, parts } = job;
  const versions: VersionDraft[] = [];
  yield* readyEnd(document, numbered);
  for (const name of only === null ? versionNames : [only.version]) {
    versions.push(
      createVersionDraft(name, createVersionBuilder({ document, numbered, version: name, links }), parts),
    );
    yield;
  }
  return draftOf(job, versions);
}

function draftOf(job: WritingJob, versions: readonly VersionDraft[]): Draft {
  const ended = new Set<VersionDraft>();
  const offers = new Map<VersionDraft, Map<string, Edit>>();

  function end(version: VersionDraft): GenerationStep[] {
    if (ended.has(version)) return [];
    ended.add(version);
    return [{ type: 'version-end', version: version.name }];
  }

  const kept = (isWhole: boolean) =>
    versions.filter((version) => version.hasStarted() && (isWhole || version.isFinished()));

  return {
    versions,
    kept,
    begin: (version) => version.start(),
    *take(event, part) {
      const version = versions.find(({ name }) => name === event.version);
      if (version === undefined) return [];
      const steps = yield* version.take(event, part);
      if (event.type !== 'version-end' || !version.isFinished()) return steps;
      return version.builder.missing().length === 0 ? [...steps, ...end(version)] : steps;
    },
    tell: (version, edit) =>
      ended.has(version) ? [] : [{ type: 'version-edit', version: version.name, edit }],
    offer(version, linkId, asked) {
      const change = version.builder.offer(asked);
      if (change === null) return;
      const own = offers.get(version) ?? new Map<string, Edit>();
      offers.set(version, own.set(linkId, { ...change, id: `offer-${own.size + 1}`, by: 'built-in' }));
    },
    end: () => versions.filter((version) => version.hasStarted()).flatMap(end),
    *generation(isWhole, usage) {
      const there = kept(isWhole);
      const lost = versions.filter((version) => !there.includes(version));
      const unfinished = lost.map(({ name }) => name);
      return { ...(yield* checkedBy(job, there, offers)), unfinished, usage };
    },
  };
}

type Checked = Omit<FinishedGeneration, 'unfinished' | 'usage'>;

function* checkedBy(
  { document, links }: WritingJob,
  there: readonly VersionDraft[],
  offers: ReadonlyMap<VersionDraft, ReadonlyMap<string, Edit>>,
): Generator<undefined, Checked> {
  const { content: text } = document;
  const edits = perVersion((): Edit[] => []);
  const noted: Partial<Record<VersionName, Noted>> = {};
  for (const version of there) {
    const { name, builder } = version;
    edits[name] = builder.edits();
    noted[name] = {
      dropped: version.dropped(),
      unknownUrls: builder.unknownUrls(),
      moved: builder.moved(),
    };
  }
  const checked = yield* checkInSteps(document, edits, links, noted);
  const versions = { ...checked.versions };
  const report: Record<VersionName, Report[VersionName]> = { ...checked.report };
  for (const name of versionNames) {
    const version = there.find((each) => each.name === name);
    if (version === undefined) {
      versions[name] = '';
      report[name] = reportOfNone(report[name]);
    } else report[name] = withOffers(report[name], offers.get(version));
  }
  return { text, links, versions, edits, report };
}

/** An empty version contains nothing of the content and none of the links. */
function reportOfNone(report: Report[VersionName]): Report[VersionName] {
  const links = report.links.map((link) => ({ ...link, status: 'missing' as const, times: 0, by: null }));
  const { wordsTotal } = report;
  return { ...report, links, sentencesKept: 0, wordsChanged: wordsTotal, words: 0 };
}

function withOffers(
  report: Report[VersionName],
  offers: ReadonlyMap<string, Edit> | undefined,
): Report[VersionName] {
  if (offers === undefined) return report;
  const links = report.links.map((link) =>
    link.status === 'missing' ? { ...link, offer: offers.get(link.linkId) ?? null } : link,
  );
  return { ...report, links };
}
