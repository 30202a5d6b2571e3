import { readMarkup, sourceOf, writeMarkup } from '#core/markup/link-markup.ts';
import type { Segment } from '#core/markup/segment.ts';
import type { Document } from '#core/scan/document.ts';
import { isDelimiterRow } from '#core/scan/line-kinds.ts';
import type { Span } from '#core/scan/spans.ts';

import { applyEdits } from './apply-edits.ts';
import type { DroppedEdit } from './edit.ts';
import { changesOf, safeChangesOf } from './edits-of-text.ts';
import type { Change, JoinedChange } from './edits-of-text.ts';
import { frozenOf, keepsFrozen, spanFrom } from './frozen.ts';
import type { Frozen } from './frozen.ts';
import type { LinkLabels } from './link-labels.ts';
import { createLabelResolver } from './resolve-labels.ts';
import type { VersionName } from './version.ts';

export type Section = {
  readonly document: Document;
  readonly version: VersionName;
  readonly labels: LinkLabels;
  readonly urls: readonly string[];
  /** What of the content the text stands for. */
  readonly span: Span;
  /** Gives what is asked, of one link after the other from the first, whether it still needs a place. */
  readonly mayLink: () => (url: string) => boolean;
};

/** What a whole text changes of the content, without what it may not change. */
export function changesOfSection(
  text: string,
  section: Section,
): { changes: Change[]; dropped: DroppedEdit[]; unknown: string[] } {
  const { document, version, span } = section;
  const { segments, unknown } = readSection(text, section);
  const own = document.content.slice(span.start, span.end);
  const { changes, lost } =
    version === 'safe' ? safeChangesOf(own, segments) : { changes: changesOf(own, segments, true), lost: [] };
  const shifted = changes.map((change) => ({
    ...change,
    start: change.start + span.start,
    end: change.end + span.start,
  }));
  const reason = version === 'safe' ? 'not-safe' : 'no-place';
  const { kept, left } = allowed(shifted, section);
  const dropped = [...lost, ...left.map((change) => change.text.trim())]
    .filter((words) => words !== '')
    .map((words) => ({ reason, text: words }) as const);
  return { changes: kept, dropped, unknown };
}

/** Where markup becomes words, it may leave other markup behind; no honest reply nests deeper. */
const passLimit = 8;

/** The author's own markup is text, every other link one of the chosen that still needs a place. */
function readSection(text: string, section: Section): { segments: Segment[]; unknown: string[] } {
  const { content } = section.document;
  const unknown: string[] = [];
  const resolver = createLabelResolver(section.labels, (label) => unknown.push(label));
  const looseUrls = section.urls.filter((url) => !content.includes(`](${url}`));
  let read = resolver.feed(text) + resolver.end();
  for (let pass = 0; pass < passLimit; pass += 1) {
    const found = readMarkup(read, section.urls, { looseUrls });
    for (const segment of found) {
      if (segment.type === 'stray' && !content.includes(segment.source)) unknown.push(segment.url);
    }
    const segments = plainBut(found, content, section.mayLink());
    const cleaned = segments.map(sourceOf).join('');
    if (cleaned === read) return { segments, unknown };
    read = cleaned;
  }
  return { segments: [{ type: 'text', text: content.slice(section.span.start, section.span.end) }], unknown };
}

function plainBut(
  segments: readonly Segment[],
  content: string,
  mayLink: (url: string) => boolean,
): Segment[] {
  return segments.map((segment) => {
    if (segment.type === 'text') return segment;
    const { type, anchor, url, source } = segment;
    if (content.includes(source)) return { type: 'text', text: source };
    return type === 'link' && mayLink(url)
      ? { type, anchor, url, source: writeMarkup(anchor, url) }
      : { type: 'text', text: anchor };
  });
}

/** Parts the changes, those that belong together as one, by whether they leave alone what must stay. */
function allowed(changes: readonly JoinedChange[], section: Section): { kept: Change[]; left: Change[] } {
  const { content, html } = section.document;
  const frozen = frozenOf(content, html);
  const groups = groupsOf(changes);
  const good = groups.filter((group) => isAllowed(group, content, html, frozen));
  const inLine = () =>
    good.filter((group) =>
      group.every(({ text, start, end }) => !/[\r\n]/.test(text + content.slice(start, end))),
    );
  for (const choice of [good, inLine(), []]) {
    const kept = choice.flat();
    const text = applyEdits(content, kept);
    if (choice.length > 0 && !(keepsFrozen(content, text, html) && readsBack(text, content, kept, section)))
      continue;
    const left = groups.filter((group) => !choice.includes(group)).flat();
    return { kept, left };
  }
  return { kept: [], left: [...changes] };
}

function groupsOf(changes: readonly JoinedChange[]): JoinedChange[][] {
  const groups: JoinedChange[][] = [];
  for (const [index, change] of changes.entries()) {
    if (changes[index - 1]?.opens === true) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups;
}

function isAllowed(group: readonly JoinedChange[], content: string, html: boolean, frozen: Frozen): boolean {
  const start = group[0]?.start ?? 0;
  const end = group.at(-1)?.end ?? 0;
  const within = group.length > 1 ? content.slice(start, end) : '';
  if (/[[\]]|[\r\n][ \t]*[\r\n]/.test(within) || within.length > 250) return false;
  const whole = { start, end };
  return (
    !meets(frozen.inline, whole, false) &&
    !meets(frozen.blocks, whole, false) &&
    !meets(frozen.closed, whole, true) &&
    group.every(
      (change) =>
        isPlain(change.text, html) &&
        !opensTag(change, content) &&
        standsApart(change, content, frozen.blocks),
    )
  );
}

function meets(spans: readonly Span[], { start, end }: Span, edges: boolean): boolean {
  for (let at = spanFrom(spans, start); ; at += 1) {
    const span = spans[at];
    if (span === undefined || span.start > end) return false;
    if (edges || (span.start < end && span.end > start)) return true;
  }
}

const plainTag = /^<\/?(?:p|br|em|strong|b|i|u|s|small|sub|sup)\s*\/?>$/i;
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;
const opener = /^[ \t]*(?:`{3}|~{3}|\$\$|(?:=+|-+)[ \t]*$|\[[^\]\n]+\]:|\{\{|\{%)/m;

/** No code fence, no line that makes a heading or a table, no element but paragraphs and emphasis. */
function isPlain(text: string, html: boolean): boolean {
  if (control.test(text) || opener.test(text) || (text.split('`').length - 1) % 2 > 0) return false;
  if (text.split(/\r\n|\n|\r/).some(isDelimiterRow)) return false;
  const tags = text.match(/<[a-z/!?][^<>]*>?/gi) ?? [];
  if (tags.length === 0) return true;
  if (!html || !tags.every((tag) => plainTag.test(tag))) return false;
  const names = tags
    .filter((tag) => !/^<\/?br/i.test(tag))
    .map((tag) => tag.replace(/\s*\/?>$/, '').toLowerCase());
  return names.every(
    (name) =>
      count(names, name) === count(names, name.startsWith('</') ? `<${name.slice(2)}` : `</${name.slice(1)}`),
  );
}

function count(names: readonly string[], name: string): number {
  return names.filter((each) => each === name).length;
}

/** Whether a `<` and a word, each harmless by itself, would make a tag where the new text meets the author's. */
function opensTag({ start, end, text }: Change, content: string): boolean {
  const touching = content.slice(Math.max(0, start - 1), start) + text + content.slice(end, end + 1);
  return tagsBegun(touching) > tagsBegun(text);
}

function tagsBegun(text: string): number {
  return text.match(/<[a-z/!?]/gi)?.length ?? 0;
}

/** Whether what is new next to a heading, a table or the like is parted from it by a blank line, or as it was before. */
function standsApart({ start, end, text }: Change, content: string, blocks: readonly Span[]): boolean {
  const blank = /(?:\r\n|\n|\r(?!\n))[ \t]*[\r\n]/;
  if (text.trim() === '') return true;
  const at = spanFrom(blocks, start);
  const before = [blocks[at], blocks[at - 1]].find((span) => span !== undefined && span.end <= start);
  if (before !== undefined && content.slice(before.end, start).trim() === '') {
    const gap = content.slice(before.end, start) + (/^\s*/.exec(text)?.[0] ?? '');
    const isHeading = /^ {0,3}#/.test(content.slice(before.start, before.end));
    if (!blank.test(gap) && !(isHeading && /[\r\n]/.test(gap))) return false;
  }
  const after = blocks.slice(at, at + 2).find((span) => span.start >= end);
  if (after === undefined || content.slice(end, after.start).trim() !== '') return true;
  return blank.test((/\s*$/.exec(text)?.[0] ?? '') + content.slice(end, after.start));
}

/** Whether the text has each link of the changes, and no other but the author's own. */
function readsBack(text: string, content: string, changes: readonly Change[], { urls }: Section): boolean {
  const links = (source: string) => readMarkup(source, urls).filter(({ type }) => type === 'link').length;
  const strays = (source: string) => readMarkup(source, urls).filter(({ type }) => type === 'stray').length;
  const made = links(changes.map((change) => change.text).join(' '));
  return strays(text) <= strays(content) && links(text) >= Math.max(made, links(content));
}
