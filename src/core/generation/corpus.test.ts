import { describe, expect, test } from 'vitest';

import { readMarkup } from '#core/links/link-markup.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { applyEdits } from '#core/edits/edit.ts';
import { versionMarkers, versionNames } from '#core/edits/version-names.ts';
import { createCaseAnswers } from '#provider/corpus/answer-case.ts';
import {
  corpusCases,
  faultsOf,
  recordedAnswers,
  type CorpusCase,
  type PlantedFault,
} from '#provider/corpus/corpus-cases.ts';
import { writeFromPrompt } from '#provider/write-from-prompt.ts';

import type { FinishedGeneration } from './finished-generation.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import type { ModelPiece } from './generation-client.ts';
import { generate } from './generate.ts';
import { testClient, testJob, visibleText, type TestAnswers } from './test-job.ts';

const sloppy = recordedAnswers('sloppy').map((entry) => ({ ...entry, entry }));
const cases = corpusCases.map((entry) => ({ ...entry, entry }));

async function finish(entry: CorpusCase, ask: TestAnswers): Promise<FinishedGeneration> {
  for await (const step of generate(testJob(entry.content, entry.links), testClient(ask)))
    if (step.type === 'result') return step.generation;
  throw new Error('There is no result.');
}

async function* say(text: string): AsyncGenerator<ModelPiece> {
  yield { type: 'answer' };
  yield await Promise.resolve({ type: 'text', text });
}

function messagesOf({ prompt }: CompletionRequest) {
  return [
    { role: 'system', content: prompt.system },
    { role: 'user', content: prompt.user },
  ] as const;
}

/** Gives this answer to the first call. The repair call is refused, or answered with the built-in writer's words. */
function saying(answer: string, again: 'answered' | 'refused'): TestAnswers {
  let calls = 0;
  return (request) => {
    calls += 1;
    if (calls === 1) return say(answer);
    if (again === 'refused') throw new ProblemError('provider-unreachable');
    return say(writeFromPrompt([...messagesOf(request)]));
  };
}

/** Returns the URLs of links in a version, except the author's own, that are not selected or occur twice. */
function wrongLinks({ content, links }: CorpusCase, version: string): string[] {
  const urls = links.map(({ url }) => url);
  const woven = readMarkup(version, urls).flatMap((segment) =>
    segment.type === 'text' || content.includes(segment.source) ? [] : [segment.url],
  );
  return woven.filter((url, index) => !urls.includes(url) || woven.indexOf(url) !== index);
}

describe('a generation in edits', () => {
  test.each(cases)('weaves each link of article $id, and safe only adds', async ({ entry }) => {
    const answerOf = createCaseAnswers([entry]);
    const { versions, edits, report } = await finish(entry, (request) => {
      const answer = answerOf({ model: 'm', messages: [...messagesOf(request)] });
      return say(answer?.text ?? '');
    });
    for (const name of versionNames) {
      // A recorded addition that invents something about the author is not in safe.
      const invented = report[name].dropped.filter(({ reason }) => reason === 'claim').length;
      const left = report[name].links.filter(({ status, by }) => status !== 'woven' || by !== 'model');
      expect(left.map(({ by }) => by).filter((by) => by !== 'built-in' && by !== null)).toEqual([]);
      expect([name, left.length]).toEqual([name, name === 'safe' ? invented : 0]);
      expect(versions[name]).toBe(applyEdits(entry.content, edits[name]));
      expect(wrongLinks(entry, versions[name])).toEqual([]);
    }
    for (const { start, end, text } of edits.safe.filter((edit) => edit.start < edit.end))
      expect(visibleText(text, entry.links)).toBe(entry.content.slice(start, end));
    expect(report.safe.wordsChanged).toBe(0);
  });
});

describe.each(['answered', 'refused'] as const)('a sloppy answer, the repair call %s', (again) => {
  test.each(sloppy)(
    'has no wrong link in article $id, and each planted fault corrected, repaired or reported',
    async ({ entry, answer }) => {
      const generation = await finish(entry, saying(answer, again));
      const { versions, edits, report, unfinished } = generation;
      // The repair call asks for a missing version. If it does not come, it is listed as unfinished.
      const lost = versionsWithout(entry);
      if (again === 'refused') expect(unfinished).toEqual(lost);
      else expect(lost).toEqual(expect.arrayContaining([...unfinished]));
      for (const name of versionNames) {
        expect(wrongLinks(entry, versions[name])).toEqual([]);
        const isThere = !unfinished.includes(name);
        expect(versions[name]).toBe(isThere ? applyEdits(entry.content, edits[name]) : '');
        // A link is woven once, or listed as missing.
        expect(report[name].links.map(({ status, times }) => `${status} ${times}`)).toEqual(
          report[name].links.map(({ times }) => (times === 1 ? 'woven 1' : 'missing 0')),
        );
      }
      for (const { start, end, text } of edits.safe.filter((edit) => edit.start < edit.end))
        expect(visibleText(text, entry.links)).toBe(entry.content.slice(start, end));
      const isRefused = report.safe.dropped.some(({ reason }) => reason === 'claim');
      const faults = faultsOf(entry.id).filter(
        ({ version }) => !isRefused || version !== versionMarkers.safe,
      );
      expect(faults.flatMap((fault) => openFault(fault, generation))).toEqual([]);
    },
  );
});

/** Returns the versions that are missing in the answer. */
function versionsWithout({ id }: CorpusCase) {
  const lost = faultsOf(id).filter(({ fault }) => fault === 'version_missing');
  return versionNames.filter((name) => lost.some(({ version }) => version === versionMarkers[name]));
}

/** Returns what is wrong if a planted fault is neither corrected, nor repaired, nor reported. */
function openFault({ version, fault, link, after }: PlantedFault, { report }: FinishedGeneration): string[] {
  const name = versionNames.find((each) => versionMarkers[each] === version);
  if (name === undefined) return [];
  const entry = link === undefined ? undefined : report[name].links[link - 1];
  const isCorrectable = [
    'space_between',
    'markdown_link',
    'single_brackets',
    'link_duplicated',
    'url_html_escaped',
  ].includes(fault);
  if (isCorrectable && entry?.by !== 'model') return [`${version} ${fault} was not corrected`];
  const isUnknown = ['url_changed', 'punctuation_in_url', 'invented_link'].includes(fault);
  if (isUnknown && !report[name].unknownUrls.includes(after ?? ''))
    return [`${version} ${fault} is not reported`];
  const isLost = ['link_missing', 'truncated', 'url_changed', 'punctuation_in_url'].includes(fault);
  if (isLost && entry?.by === 'model') return [`${version} ${fault} went unnoticed`];
  return [];
}
