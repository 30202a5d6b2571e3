import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { checkReply } from './check-reply.ts';
import type { Report } from './report.ts';
import type { ChosenLink } from '#core/link/link.ts';
import { readReply } from '#core/reply/reply-reader.ts';
import { versionMarkers, versionNames } from '#core/weave/version.ts';

const corpus = new URL('../../../../shared/corpus/', import.meta.url);
const isHere = existsSync(corpus);
if (!isHere) console.info('answers of real models: skipped, the corpus is not here');

const casesSchema = z.array(
  z.object({
    id: z.string(),
    file: z.string(),
    links: z.array(z.object({ url: z.string(), description: z.string() })),
  }),
);
const faultsSchema = z.array(
  z.object({
    version: z.string(),
    fault: z.string(),
    link: z.optional(z.number()),
    after: z.optional(z.string()),
  }),
);

function readText(path: string): string {
  return readFileSync(new URL(path, corpus), 'utf8');
}

const cases = isHere ? casesSchema.parse(JSON.parse(readText('cases.json'))) : [];

function answersOf(kind: 'rewrite' | 'sloppy') {
  const names = isHere ? readdirSync(new URL(`answers/${kind}/`, corpus)) : [];
  const answers = names
    .filter((name) => name.endsWith('.answer.txt'))
    .map((name) => {
      const id = name.slice(0, 2);
      const found = cases.find((entry) => entry.id === id);
      if (found === undefined) throw new Error(`no case ${id}`);
      const content = readText(found.file);
      const links = found.links.map(({ url, description }, index) => choose(url, description, index));
      const versions = readReply(readText(`answers/${kind}/${name}`), content);
      const { report, versions: checked } = checkReply(versions, links, content);
      return { id, links, versions, report, checked };
    });
  console.info(`answers of real models: ${answers.length} ${kind} answers`);
  return answers;
}

function choose(url: string, description: string, index: number): ChosenLink {
  return { id: `${index + 1}`, url, description, integrations: 1 };
}

function statusesOf(report: Report, version: keyof Report): string[] {
  return report[version].links.map(({ status }) => status);
}

describe.runIf(isHere)('a clean answer', () => {
  test('has every link woven once in every version, and nothing unknown', () => {
    const answers = answersOf('rewrite');
    expect(answers).toHaveLength(6);
    for (const { links, report, versions, checked } of answers) {
      for (const name of versionNames) {
        expect(statusesOf(report, name)).toEqual(links.map(() => 'woven'));
        expect(report[name].unknownUrls).toEqual([]);
        expect(checked[name]).toBe(versions[name]);
      }
    }
  });
});

describe.runIf(isHere)('a sloppy answer', () => {
  const answers = answersOf('sloppy');

  test('is read as far as it can be read without guessing', () => {
    expect(
      Object.fromEntries(
        answers.map(({ id, report }) => [id, versionNames.map((name) => statusesOf(report, name).join(' '))]),
      ),
    ).toEqual({
      '03': ['woven woven', 'woven woven', 'missing woven'],
      '04': ['woven woven missing', 'woven woven woven', 'repeated woven woven'],
      '06': ['woven woven', 'woven woven', 'woven woven'],
      '08': [
        'woven woven woven woven woven',
        'woven woven missing missing woven',
        'missing missing missing missing missing',
      ],
      '11': ['missing woven woven', 'woven woven missing', 'woven missing woven'],
      '13': ['woven woven', 'woven woven', 'woven woven'],
    });
  });

  test('has exactly the listed faults of its links', () => {
    for (const { id, report } of answers) {
      const faults = faultsSchema.parse(JSON.parse(readText(`answers/sloppy/${id}.faults.json`)));
      for (const { version, fault, link, after } of faults) {
        const name = versionNames.find((each) => versionMarkers[each] === version);
        if (name === undefined || link === undefined) continue;
        const status = report[name].links[link - 1]?.status;
        if (
          ['link_missing', 'url_changed', 'url_html_escaped', 'punctuation_in_url', 'truncated'].includes(
            fault,
          )
        ) {
          expect(`${id} ${version} ${fault} ${status}`).toBe(`${id} ${version} ${fault} missing`);
        }
        if (fault === 'url_changed' || fault === 'url_html_escaped' || fault === 'punctuation_in_url') {
          expect(report[name].unknownUrls).toContain(after);
        }
        if (fault === 'link_duplicated') expect(status).toBe('repeated');
        if (['space_between', 'markdown_link', 'single_brackets'].includes(fault))
          expect(status).toBe('woven');
      }
    }
  });

  test('shows neither preamble, marker, fence nor closing remark', () => {
    for (const { versions } of answers) {
      for (const name of versionNames) {
        expect(versions[name]).not.toMatch(
          /^Sure!|^\W*version: (?:safe|interesting|crazy)|^```|I hope these versions/imu,
        );
      }
    }
  });

  test('keeps a marker’s word in the middle of a sentence', () => {
    const lunch = answers.find(({ id }) => id === '13');
    expect(lunch?.versions.exploratory).toContain('here is the short VERSION: lunch.');
    expect(lunch?.versions.experimental).toContain('in the abridged VERSION: safe is not the cubicle');
  });
});
