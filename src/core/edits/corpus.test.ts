import { describe, expect, test } from 'vitest';

import { applyEdits, type Edit } from './edit.ts';
import { mostReplaced } from './version-rules.ts';
import { labelOf, labelsFor } from '#core/links/link-labels.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { shownText } from '#core/prompt/numbered-text.ts';
import { versionMarkers, versionNames, type VersionName } from './version-names.ts';
import { placeText } from './test-built-version.ts';
import { createVersionBuilder, type VersionBuilder } from './version-builder.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import { writeEditsPrompt } from '#core/prompt/write-prompt.ts';
import { createReplyReader } from '#core/reply/reply-reader.ts';
import { createCaseAnswers } from '#provider/corpus/answer-case.ts';
import {
  corpusCases,
  faultsOf,
  recordedAnswers,
  type CorpusCase,
  type PlantedFault,
} from '#provider/corpus/corpus-cases.ts';
import { parseDocument } from '#core/document/document.ts';

const answersOf = (kind: 'rewrite' | 'sloppy') => recordedAnswers(kind).map((entry) => ({ ...entry, entry }));
const editsAnswers = corpusCases.map((entry) => ({ ...entry, entry, answer: answerInEdits(entry) }));
const wholeTexts = answersOf('rewrite');
const sloppy = answersOf('sloppy');

/** Returns the recorded answer, or a similar one, to our current prompt. */
function answerInEdits(entry: CorpusCase): string {
  const { content, links } = entry;
  const document = parseDocument(content);
  const sentences = numberSentences(document);
  const labels = labelsFor(content, links);
  const labelled = links.map((link, index) => ({ label: labelOf(labels, index), link }));
  const { system, user } = writeEditsPrompt({
    content,
    shown: shownText(document, sentences),
    replaceable: sentences.length,
    links: labelled,
  });
  const answer = createCaseAnswers([entry])({
    model: 'm',
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
  });
  return answer?.text ?? '';
}

/** Reads an answer like a generation. Returns a builder for each version in it. */
function weave({ content, links }: CorpusCase, answer: string): Map<VersionName, VersionBuilder> {
  const document = parseDocument(content);
  const numbered = numberSentences(document);
  const builders = new Map<VersionName, VersionBuilder>();
  const texts = new Map<VersionName, string>();
  const reader = createReplyReader(content);
  for (const event of [...reader.feed(answer), ...reader.end()]) {
    const { version } = event;
    if (event.type === 'version-start')
      builders.set(version, createVersionBuilder({ document, numbered, version, links }));
    if (event.type === 'version-edit') builders.get(version)?.place(event.edit, 'model');
    if (event.type === 'version-text') texts.set(version, (texts.get(version) ?? '') + event.text);
  }
  for (const [version, text] of texts) {
    const builder = builders.get(version);
    if (builder !== undefined) placeText(builder, content, text, { links });
  }
  return builders;
}

/** Returns the version without its insertions, and without the links around the author's words. */
function withoutAdditions(version: string, edits: readonly Edit[], urls: readonly string[]): string {
  let grown = 0;
  let rest = '';
  let from = 0;
  for (const { start, end, text } of edits) {
    const words =
      start === end
        ? ''
        : readMarkup(text, urls)
            .map((each) => (each.type === 'text' ? each.text : each.anchor))
            .join('');
    rest += version.slice(from, start + grown) + words;
    from = start + grown + text.length;
    grown += text.length - (end - start);
  }
  return rest + version.slice(from);
}

/** Returns how many additions to safe were refused because they invent something. Old recordings hold some. */
function inventedIn(builder: VersionBuilder | undefined, name: VersionName): number {
  return name === 'safe' ? (builder?.dropped() ?? []).filter(({ reason }) => reason === 'claim').length : 0;
}

/** Returns the URLs of the links in a version, without the author's own. */
function wovenUrls({ content, links }: CorpusCase, version: string): string[] {
  return readMarkup(
    version,
    links.map(({ url }) => url),
  ).flatMap((segment) => (segment.type === 'text' || content.includes(segment.source) ? [] : [segment.url]));
}

/** Returns safe without its additions. */
function safeWithoutAdditions(
  { content, links }: CorpusCase,
  builders: ReadonlyMap<VersionName, VersionBuilder>,
): string {
  const edits = builders.get('safe')?.edits() ?? [];
  return withoutAdditions(
    applyEdits(content, edits),
    edits,
    links.map(({ url }) => url),
  );
}

describe('an answer in edits', () => {
  test.each(editsAnswers)('has each link once in each version of article $id', ({ entry, answer }) => {
    const builders = weave(entry, answer);
    for (const name of versionNames) {
      const builder = builders.get(name);
      const version = applyEdits(entry.content, builder?.edits() ?? []);
      const left = builder?.missing().map(({ url }) => url) ?? [];
      expect([...wovenUrls(entry, version), ...left].toSorted()).toEqual(
        entry.links.map(({ url }) => url).toSorted(),
      );
      expect(left).toHaveLength(inventedIn(builder, name));
      expect(builder?.unknownUrls()).toEqual([]);
    }
  });

  test.each(editsAnswers)('leaves the author’s words in article $id', ({ entry, answer }) => {
    const builders = weave(entry, answer);
    expect(safeWithoutAdditions(entry, builders)).toBe(entry.content);
    const sentences = numberSentences(parseDocument(entry.content));
    for (const name of versionNames) {
      const replaced = (builders.get(name)?.edits() ?? []).filter(({ start, end }) => start < end);
      const linked = replaced.filter(({ text }) => text.startsWith('[['));
      expect(replaced.length - linked.length).toBeLessThanOrEqual(
        mostReplaced(sentences.length, name, entry.links.length),
      );
    }
  });
});

describe('an answer in whole texts', () => {
  test('has every link once in each version', () => {
    let wanted = 0;
    let missing = 0;
    for (const { entry, answer } of wholeTexts) {
      for (const [name, builder] of weave(entry, answer)) {
        const woven = wovenUrls(entry, applyEdits(entry.content, builder.edits()));
        const left = builder.missing().map(({ url }) => url);
        expect([...woven, ...left].toSorted()).toEqual(entry.links.map(({ url }) => url).toSorted());
        wanted += entry.links.length;
        if (inventedIn(builder, name) === 0) missing += left.length;
      }
    }
    expect(wanted).toBeGreaterThan(30);
    expect(missing).toBe(0);
  });

  test.each(wholeTexts)('leaves every byte of article $id in safe', ({ entry, answer }) => {
    expect(safeWithoutAdditions(entry, weave(entry, answer))).toBe(entry.content);
  });
});

describe('a sloppy answer', () => {
  test.each(sloppy)('never makes a wrong link in article $id', ({ entry, answer }) => {
    const urls = entry.links.map(({ url }) => url);
    const builders = weave(entry, answer);
    for (const builder of builders.values()) {
      const woven = wovenUrls(entry, applyEdits(entry.content, builder.edits()));
      expect(new Set(woven).size).toBe(woven.length);
      for (const url of woven) expect(urls).toContain(url);
      const missing = builder.missing().map(({ url }) => url);
      expect([...woven, ...missing].toSorted()).toEqual(urls.toSorted());
    }
    expect(safeWithoutAdditions(entry, builders)).toBe(entry.content);
  });

  test.each(sloppy)('repairs or reports each planted fault in article $id', ({ entry, answer }) => {
    const builders = weave(entry, answer);
    const isRefused = inventedIn(builders.get('safe'), 'safe') > 0;
    const faults = faultsOf(entry.id).filter(
      ({ fault, version }) => fault in endings && !(isRefused && version === versionMarkers.safe),
    );
    const ends = faults.map(
      (planted) => `${planted.version} ${planted.fault}: ${endOf(planted, entry, builders)}`,
    );
    expect(ends).toEqual(faults.map(({ version, fault }) => `${version} ${fault}: ${endings[fault] ?? ''}`));
  });
});

/** How each kind of planted fault ends before a repair call. */
const endings: Readonly<Record<string, string>> = {
  space_between: 'woven',
  markdown_link: 'woven',
  single_brackets: 'woven',
  link_duplicated: 'woven',
  link_missing: 'missing',
  truncated: 'missing',
  url_changed: 'missing, reported',
  url_html_escaped: 'woven',
  punctuation_in_url: 'missing, reported',
  invented_link: 'reported',
  version_missing: 'no version',
};

function endOf(
  { version, fault, link, after }: PlantedFault,
  { links }: CorpusCase,
  builders: ReadonlyMap<VersionName, VersionBuilder>,
): string {
  const builder = builders.get(versionNames.find((name) => versionMarkers[name] === version) ?? 'safe');
  if (builder === undefined) return 'no version';
  const isReported = after !== undefined && builder.unknownUrls().includes(after);
  if (link === undefined) return isReported ? 'reported' : 'not reported';
  const url = links[link - 1]?.url;
  const isMissing = builder.missing().some((each) => each.url === url);
  if (!isMissing) return 'woven';
  return isReported && fault !== 'truncated' ? 'missing, reported' : 'missing';
}
