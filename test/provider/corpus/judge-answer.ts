import { wordsIn } from '#core/document/words-and-sentences.ts';
import { readMarkup, sourceOf, writeMarkup } from '#core/links/link-markup.ts';
import { createReplyReader } from '#core/reply/reply-reader.ts';
import type { EditRequest } from '#core/edits/edit.ts';
import { labelOf, labelsFor, resolveLabels } from '#core/links/link-labels.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';

import type { CorpusCase } from './corpus-cases.ts';
import { parseDocument } from '#core/document/document.ts';

/** What happened to the links of an answer, before any repair. */
export type LinkCounts = {
  /** Each link counts once for each version. */
  readonly wanted: number;
  /** Links that are there once, exactly as asked. */
  readonly exact: number;
  /** Links that are there once with the exact URL, but in markup that had to be repaired. */
  readonly mended: number;
  /** Links that are missing, while an address that is nearly their URL is there. */
  readonly changed: number;
  readonly dropped: number;
  readonly repeated: number;
  /** Links of a version that is missing. */
  readonly lost: number;
  /** Addresses that belong to no link, in addition to the wanted ones. */
  readonly invented: number;
};

/** How many of the author's words and sentences are left in a version, before any repair. */
type Kept = {
  readonly wordsChanged: number;
  readonly wordsTotal: number;
  readonly sentencesKept: number;
  readonly sentencesTotal: number;
};

export type Judgement = {
  readonly links: LinkCounts;
  /** What is left of the author's text. Null for a missing version. */
  readonly versions: Readonly<Record<VersionName, Kept | null>>;
};

type Told = {
  /** The text with its links by URL. */
  readonly text: string;
  /** The links whose markup is exactly as asked. */
  readonly literal: readonly string[];
  /** Labels and addresses that belong to no link. */
  readonly unknown: readonly string[];
};

/** Counts what happened to the links and the text in an answer of either form. */
export function judgeAnswer(entry: CorpusCase, answer: string): Judgement {
  const told = readAnswer(entry, answer);
  const versions: Record<VersionName, Kept | null> = {
    safe: null,
    exploratory: null,
    experimental: null,
  };
  const counts = { exact: 0, mended: 0, changed: 0, dropped: 0, repeated: 0, lost: 0, invented: 0 };
  for (const name of versionNames) {
    const version = told.get(name);
    if (version === undefined) {
      counts.lost += entry.links.length;
      continue;
    }
    const { found, words, unknown } = readVersion(entry, version.text);
    versions[name] = keptIn(entry.content, words);
    const strange = [...unknown, ...version.unknown];
    for (const { url } of entry.links) {
      const times = found.filter((each) => each === url).length;
      const near = times === 0 ? strange.findIndex((other) => isNear(url, other)) : -1;
      if (near >= 0) strange.splice(near, 1);
      if (times === 1) counts[version.literal.includes(url) ? 'exact' : 'mended'] += 1;
      else if (times > 1) counts.repeated += 1;
      else counts[near >= 0 ? 'changed' : 'dropped'] += 1;
    }
    counts.invented += strange.length;
  }
  return { links: { ...counts, wanted: entry.links.length * versionNames.length }, versions };
}

/** Returns the linked addresses of a version, its words with the anchors, and the addresses that belong to no link. */
function readVersion({ content, links }: CorpusCase, text: string) {
  const urls = links.map(({ url }) => url);
  const looseUrls = urls.filter((url) => !content.includes(`](${url}`));
  const found: string[] = [];
  const unknown = new Set<string>();
  const words = readMarkup(text, urls, { looseUrls }).map((segment) => {
    if (segment.type === 'text') return segment.text;
    if (segment.type === 'link') found.push(segment.url);
    else if (content.includes(segment.source)) return segment.source;
    else unknown.add(segment.url);
    return segment.anchor;
  });
  return { found, words: words.join(''), unknown: [...unknown] };
}

function keptIn(content: string, text: string): Kept {
  const [own, sentences] = [wordsIn(content), sentencesOf(content)];
  return {
    wordsChanged: missing(own, wordsIn(text)),
    wordsTotal: own.length,
    sentencesKept: sentences.length - missing(sentences, sentencesOf(text)),
    sentencesTotal: sentences.length,
  };
}

function sentencesOf(text: string): string[] {
  const sentences = parseDocument(text).blocks.flatMap((block) => block.sentences);
  return sentences.map(({ start, end }) => text.slice(start, end).replace(/\s+/gu, ' '));
}

/** Returns how many entries of the first list are missing in the second. Repeated entries count each time. */
function missing(own: readonly string[], there: readonly string[]): number {
  const left = new Map<string, number>();
  for (const each of there) left.set(each, (left.get(each) ?? 0) + 1);
  return own.filter((each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count <= 0;
  }).length;
}

function readAnswer(entry: CorpusCase, answer: string): ReadonlyMap<VersionName, Told> {
  const reader = createReplyReader(entry.content);
  const texts = new Map<VersionName, string>();
  const asked = new Map<VersionName, EditRequest[]>();
  for (const event of [...reader.feed(answer), ...reader.end()]) {
    if (event.type === 'version-start') asked.set(event.version, []);
    if (event.type === 'version-edit') asked.get(event.version)?.push(event.edit);
    if (event.type === 'version-text')
      texts.set(event.version, (texts.get(event.version) ?? '') + event.text);
  }
  return new Map(
    [...asked].map(([name, edits]) => {
      const text = texts.get(name);
      return [name, text === undefined ? withEdits(entry, edits) : wholeText(entry, text)];
    }),
  );
}

function wholeText({ content, links }: CorpusCase, text: string): Told {
  const urls = links.map(({ url }) => url);
  const looseUrls = urls.filter((url) => !content.includes(`](${url}`));
  const literal = readMarkup(text, urls, { looseUrls }).flatMap((segment) =>
    segment.type === 'link' && sourceOf(segment) === writeMarkup(segment.anchor, segment.url)
      ? [segment.url]
      : [],
  );
  return { text, literal, unknown: [] };
}

/** Applies the edits literally: an insertion follows its sentence, and a replacement takes its place. */
function withEdits({ content, links }: CorpusCase, edits: readonly EditRequest[]): Told {
  const labels = labelsFor(content, links);
  const sentences = numberSentences(parseDocument(content));
  const resolved = edits.map((edit) => ({ ...edit, ...resolveLabels(edit.text, labels) }));
  const added = new Map<number, string>();
  const instead = new Map<number, string>();
  for (const { action, sentence, text } of resolved) {
    if (action === 'replace') instead.set(sentence, text);
    else added.set(sentence, `${added.get(sentence) ?? ''} ${text}`);
  }
  let from = 0;
  let text = '';
  for (const { number, start, end } of sentences) {
    text += content.slice(from, start) + (instead.get(number) ?? content.slice(start, end));
    text += added.get(number) ?? '';
    from = end;
  }
  const literal = links.flatMap(({ url }, index) => {
    const names = [labelOf(labels, index), url];
    return edits.some((edit) => names.some((name) => edit.text.includes(`]]((${name}))`))) ? [url] : [];
  });
  return {
    text: text + content.slice(from),
    literal,
    unknown: resolved.flatMap(({ unknown }) => unknown),
  };
}

/** A similar address shares at least this part of the longer one, at its start and its end. */
const leastShared = 0.6;

function isNear(url: string, other: string): boolean {
  const most = Math.min(url.length, other.length);
  let before = 0;
  while (before < most && url[before] === other[before]) before += 1;
  let behind = 0;
  while (behind < most - before && url.at(-1 - behind) === other.at(-1 - behind)) behind += 1;
  return (before + behind) / Math.max(url.length, other.length) >= leastShared;
}
