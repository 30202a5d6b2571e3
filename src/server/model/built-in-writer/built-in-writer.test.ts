import { describe, expect, test } from 'vitest';

import { createBuiltInWriter } from './built-in-writer.ts';
import { writeReply } from '#core/built-in-writer/write-reply.ts';
import { writeVersions } from '#core/built-in-writer/write-versions.ts';
import type { Version } from '#core/built-in-writer/write-versions.ts';
import { checkEdits } from '#core/check/check-edits.ts';
import { generateBuiltIn } from '#core/generation/generate-built-in.ts';
import type { GenerationStep } from '#core/generation/generation-step.ts';
import { testJob } from '#core/generation/test-job.ts';
import type { ChosenLink, LinkFields } from '#core/link/link.ts';
import { readMarkup, writeMarkup } from '#core/markup/link-markup.ts';
import { ProblemError } from '#core/problem/problem.ts';
import { readReply } from '#core/reply/reply-reader.ts';
import { applyEdits } from '#core/weave/apply-edits.ts';
import { versionNames } from '#core/weave/version.ts';
import { corpusCases } from '#provider/corpus/corpus-cases.ts';

const texts = corpusCases.map((entry) => ({ ...entry, name: `${entry.id} ${entry.title}` }));

function choose(links: readonly LinkFields[]): ChosenLink[] {
  return links.map((link, index) => ({ ...link, id: `link-${index}`, integrations: 1 }));
}

function versionsOf(content: string, links: readonly ChosenLink[]): Version[] {
  return [...writeVersions(content, links)].filter((version) => version !== undefined);
}

function reportOf(content: string, links: readonly ChosenLink[]) {
  const [safe = [], exploratory = [], experimental = []] = versionsOf(content, links).map(
    ({ edits }) => edits,
  );
  return checkEdits(content, { safe, exploratory, experimental }, links).report;
}

function splice(content: string, { edits }: Version): string {
  return applyEdits(content, edits);
}

/** Takes the additions out of a finished version again, by what they say, from left to right. */
function withoutAdditions(text: string, { edits }: Version): string {
  let rest = '';
  let from = 0;
  for (const edit of edits) {
    const at = text.indexOf(edit.text, from);
    expect(at).toBeGreaterThanOrEqual(0);
    rest += text.slice(from, at);
    from = at + edit.text.length;
  }
  return rest + text.slice(from);
}

function anchorOf(addition: string, links: readonly ChosenLink[]): string {
  for (const { url } of links) {
    const end = addition.indexOf(`]]((${url}))`);
    if (end >= 0) return addition.slice(addition.lastIndexOf('[[', end) + 2, end);
  }
  return '';
}

/** What is left of an addition when the words of the description are taken away. */
function templateOf(addition: string, links: readonly ChosenLink[]): string {
  let text = addition.replaceAll(/\s+/g, ' ');
  for (const { url, description } of links) {
    const anchor = anchorOf(addition, [{ url, description, id: '', integrations: 1 }]);
    if (anchor === '') continue;
    const own = new Set(`${description} ${anchor}`.toLowerCase().match(/[\p{L}\p{N}]+/gu));
    text = text.replace(writeMarkup(anchor, url), '#');
    text = text.replaceAll(/[\p{L}\p{N}]+/gu, (word) =>
      own.has(word.toLowerCase()) && word.length > 3 ? '#' : word,
    );
  }
  return text.replaceAll(/(?:\b(?:an?|the|eine?|una?)\b )?[#,\s-]*#[#,\s-]*/g, ' # ').trim();
}

describe.each(texts)('$name', ({ content, links }) => {
  const chosen = choose(links);
  const reply = writeReply(content, chosen);
  const versions = versionsOf(content, chosen);
  const read = readReply(reply, content);
  const report = reportOf(content, chosen);

  test('the reply reads back as three versions of the text with additions', () => {
    expect(versions.map((version) => version.name)).toEqual(versionNames);
    for (const version of versions) expect(read[version.name].trim()).toBe(splice(content, version).trim());
  });

  test('the check finds every link woven once in every version, and nothing unknown', () => {
    for (const name of versionNames) {
      expect(report[name].links.map((link) => link.status)).toEqual(chosen.map(() => 'woven'));
      expect(report[name].unknownUrls).toEqual([]);
    }
  });

  test('taking the additions away gives back the text byte for byte', () => {
    for (const version of versions) expect(withoutAdditions(splice(content, version), version)).toBe(content);
  });

  test('safe adds one sentence per link and the others one or two', () => {
    const counts = versions.map(({ edits }) => edits.map(({ text }) => sentenceCount(text, chosen)));
    expect(counts[0]).toEqual(chosen.map(() => 1));
    for (const count of counts.flat()) expect([1, 2]).toContain(count);
  });

  test('each anchor has two to four words', () => {
    for (const { edits } of versions) {
      for (const { text } of edits) {
        const words = anchorOf(text, chosen).split(' ');
        expect(words.length).toBeGreaterThanOrEqual(2);
        expect(words.length).toBeLessThanOrEqual(4);
      }
    }
  });

  test('no version has a sentence template twice', () => {
    for (const { edits } of versions) {
      const templates = edits.map(({ text }) => templateOf(text, chosen));
      expect(new Set(templates).size).toBe(templates.length);
    }
  });

  test('the versions differ in wording', () => {
    const [safe, exploratory, experimental] = versions.map((version) => splice(content, version));
    expect(new Set([safe, exploratory, experimental]).size).toBe(3);
  });

  test('the same job gives the same reply', () => {
    expect(writeReply(content, chosen)).toBe(reply);
  });
});

function sentenceCount(addition: string, links: readonly ChosenLink[]): number {
  let text = addition.replaceAll(/<\/?p>/g, '');
  for (const { url } of links) text = text.replace(`((${url}))`, '');
  return text
    .trim()
    .split(/[.?!](?:\s+|$)/)
    .filter(Boolean).length;
}

describe('original sentences', () => {
  test.each(texts)('of $name all stand in every version', ({ content, links }) => {
    const chosen = choose(links);
    const report = reportOf(content, chosen);
    for (const name of versionNames) expect(report[name].sentencesKept).toBe(report[name].sentencesTotal);
  });
});

describe('as the writer of a server', () => {
  const fixture = texts[0];
  const content = fixture?.content ?? '';
  const links = choose(fixture?.links ?? []);
  const jobOf = (text: string) =>
    testJob(text, links, { terms: { model: null, protocol: null, maxContentChars: 1_000_000 } });

  test('it writes edit by edit what it would say at once', async () => {
    const long = content.repeat(20);
    const steps: GenerationStep[] = [];
    const job = jobOf(long);
    const written = createBuiltInWriter().write(job, new AbortController().signal);
    for await (const step of generateBuiltIn(job, written)) steps.push(step);
    const result = steps.at(-1);
    if (result?.type !== 'result') throw new Error('There is no result.');
    expect(steps.filter(({ type }) => type === 'version-edit')).toHaveLength(
      links.length * versionNames.length,
    );
    const atOnce = readReply(writeReply(long, links), long);
    for (const name of versionNames) {
      expect(result.generation.versions[name].trimEnd()).toBe(atOnce[name].trimEnd());
      expect(
        result.generation.edits[name].every(({ start, end, by }) => start === end && by === 'built-in'),
      ).toBe(true);
    }
  });

  test.each(versionNames)(
    'it weaves into the %s version alone, in other words each time',
    async (version) => {
      const avoid: string[] = [];
      for (let turn = 0; turn < 4; turn += 1) {
        const job = testJob(content, links.slice(0, 1), {
          terms: { model: null, protocol: null },
          only: { version, avoid },
        });
        const steps: GenerationStep[] = [];
        const written = createBuiltInWriter().write(job, new AbortController().signal);
        for await (const step of generateBuiltIn(job, written)) steps.push(step);
        const [edit] = steps.flatMap((step) => (step.type === 'version-edit' ? [step.edit] : []));
        const reading = readMarkup(
          edit?.text ?? '',
          job.links.map(({ url }) => url),
        )
          .map((segment) => (segment.type === 'text' ? segment.text : segment.anchor))
          .join('');
        expect(avoid).not.toContain(reading.trim());
        avoid.push(reading.trim());
      }
    },
  );

  test('it stops when the signal aborts', async () => {
    const controller = new AbortController();
    let steps = 0;
    const read = async () => {
      for await (const _ of createBuiltInWriter().write(jobOf(content), controller.signal)) {
        steps += 1;
        controller.abort();
      }
    };
    await expect(read()).rejects.toThrow(ProblemError);
    expect(steps).toBe(1);
  });

  test('it lets others have their turn while it reads a long text', async () => {
    let turns = 0;
    const job = jobOf(content.repeat(300));
    const timer = setInterval(() => (turns += 1), 1);
    for await (const _ of createBuiltInWriter().write(job, new AbortController().signal)) break;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });
});
