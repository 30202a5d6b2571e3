import { describe, expect, test } from 'vitest';

import { checkReply } from './check-reply.ts';
import type { Report } from './report.ts';
import { readReply } from '#core/reply/reply-reader.ts';
import { versionMarkers, versionNames } from '#core/weave/version.ts';
import { faultsOf, recordedAnswers } from '#provider/corpus/corpus-cases.ts';

function answersOf(kind: 'rewrite' | 'sloppy') {
  return recordedAnswers(kind).map(({ id, content, links, answer }) => {
    const versions = readReply(answer, content);
    const { report, versions: checked } = checkReply(versions, links, content);
    return { id, links, versions, report, checked };
  });
}

function statusesOf(report: Report, version: keyof Report): string[] {
  return report[version].links.map(({ status }) => status);
}

describe('a clean answer', () => {
  test('has every link woven once in every version, and nothing unknown', () => {
    const answers = answersOf('rewrite');
    for (const { links, report, versions, checked } of answers) {
      for (const name of versionNames) {
        expect(statusesOf(report, name)).toEqual(links.map(() => 'woven'));
        expect(report[name].unknownUrls).toEqual([]);
        expect(checked[name]).toBe(versions[name]);
      }
    }
  });
});

/** Of each recorded answer, what becomes of the links of each version. */
const expected = {
  a1: ['woven woven woven', 'woven missing woven', 'missing woven woven'],
  a3: ['woven woven woven', 'woven woven woven', 'repeated woven woven'],
  a5: ['missing woven woven', 'woven woven missing', 'woven missing woven'],
  a7: ['woven woven woven', 'missing missing woven', 'missing missing missing'],
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
};

describe('a sloppy answer', () => {
  const answers = answersOf('sloppy');

  test('is read as far as it can be read without guessing', () => {
    const found = Object.fromEntries(
      answers.map(({ id, report }) => [id, versionNames.map((name) => statusesOf(report, name).join(' '))]),
    );
    expect(expected).toMatchObject(found);
    expect(Object.keys(found)).toEqual(expect.arrayContaining(['a1', 'a3', 'a5', 'a7']));
  });

  test('has exactly the listed faults of its links', () => {
    for (const { id, report } of answers) {
      for (const { version, fault, link, after } of faultsOf(id)) {
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
    const textOf = (wanted: string) => answers.find(({ id }) => id === wanted)?.versions;
    expect(textOf('a3')?.experimental).toContain('In my private VERSION: safe is the corridor');
    expect(textOf('a7')?.exploratory).toContain('Os cuento la VERSION: corta');
  });
});
