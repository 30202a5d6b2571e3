import { parseDocument } from '#core/document/document.ts';
import { isHtml } from '#core/document/text-format.ts';
import { applyEdits, type ClaimKind, type Edit } from '#core/edits/edit.ts';
import { escapeMarkdown } from '#core/export/escape.ts';
import { titleOf } from '#core/export/export-format.ts';
import { onOneLine, overlapping, type Span } from '#core/lib/helpers.ts';
import { readMarkup, sourceOf } from '#core/links/link-markup.ts';
import type { ChosenLink } from '#core/links/link.ts';
import { isWebAddress } from '#core/links/web-address.ts';

import { sentenceChangesOf } from './sentence-changes.ts';
import type { LinkReport, VersionReport } from './version-report.ts';

/** A version with the user's changes, and what it was before them. */
type RecordedVersion = {
  readonly content: string;
  /** In the order of the content. */
  readonly edits: readonly Edit[];
  readonly links: readonly ChosenLink[];
  /** The report of exactly these edits. */
  readonly report: VersionReport;
  /** The report of the version as it was generated. */
  readonly original: VersionReport;
};

/** The words of a change record, in the language of its reader. */
export type RecordTexts = {
  /** The title if the content has none. */
  readonly untitled: string;
  /** The line below the title: which version it is, and the date. */
  readonly about: string;
  readonly linksAdded: string;
  readonly linksExchanged: string;
  readonly rewritten: string;
  readonly before: string;
  readonly after: string;
  /** In place of the new words, if a sentence is only removed. */
  readonly removed: string;
  readonly added: string;
  readonly addedInside: string;
  readonly notAdded: string;
  readonly noReason: string;
  readonly noPassage: string;
  readonly removedByUser: string;
  readonly claims: string;
  readonly claimKinds: Readonly<Record<ClaimKind, string>>;
  readonly unchanged: string;
};

/**
 * Returns the change record of a version as Markdown: a short list of what was changed, for whoever approves the text.
 * Parts without an entry are left out. All words and addresses read back exactly. No address becomes a link but those of
 * added and exchanged links.
 */
export function writeChangeRecord(version: RecordedVersion, texts: RecordTexts): string {
  const { content, edits, links, report } = version;
  const written = edits.filter(({ relink }) => relink === undefined);
  const urls = links.map(({ url }) => url);
  const visible = (source: string) =>
    readMarkup(source, urls)
      .map((segment) => (segment.type === 'link' ? segment.anchor : sourceOf(segment)))
      .join('');
  const sentences = parseDocument(content).blocks.flatMap((block) => block.sentences);
  const changes = sentenceChangesOf(content, sentences, written, visible);
  const rewritten = changes.sentences.filter(({ lost }) => lost.length > 0);
  const added = changes.sentences.filter(({ lost }) => lost.length === 0).flatMap((change) => change.added);
  const parts: readonly (readonly [heading: string, items: readonly string[]])[] = [
    [texts.linksAdded, linksAdded(version, urls)],
    [texts.linksExchanged, linksExchanged(edits)],
    [
      texts.rewritten,
      rewritten.map(({ lost, added: now }) => {
        const after = now.length === 0 ? texts.removed : words(now.join(' '));
        return `- **${texts.before}:** ${words(lost.join(' '))}\n  **${texts.after}:** ${after}`;
      }),
    ],
    [texts.added, added.map((sentence) => `- ${words(sentence)}`)],
    [texts.addedInside, changes.clauses.map(({ text }) => `- ${words(text)}`)],
    [texts.notAdded, linksNotAdded(version, texts)],
    [texts.claims, report.claims.map(({ kind, text }) => `- ${texts.claimKinds[kind]}: ${words(text)}`)],
  ];
  const filled = parts.filter(([, items]) => items.length > 0);
  const title = words(titleIn(content) || texts.untitled).replace(/#(?=#*$)/gu, String.raw`\#`);
  const body = filled.map(([heading, items]) => `## ${heading} (${items.length})\n\n${items.join('\n')}`);
  return `${[`# ${title}`, texts.about, ...(body.length === 0 ? [texts.unchanged] : body)].join('\n\n')}\n`;
}

/** The first line of a content may be a whole paragraph. In UTF-16 units. */
const longestTitle = 120;

function titleIn(content: string): string {
  const title = onOneLine(titleOf(content)).replace(/^(["'])(.*)\1$/u, '$2');
  return title.length <= longestTitle ? title : `${title.slice(0, longestTitle).replace(/\s\S*$/u, '')} …`;
}

/** Returns the links that edits wrote, each with the sentence of the version that it stands in. */
function linksAdded({ content, edits }: RecordedVersion, urls: readonly string[]): string[] {
  let shift = 0;
  const written: Span[] = edits.map(({ start, end, text }) => {
    const from = start + shift;
    shift += text.length - (end - start);
    return { start: from, end: from + text.length };
  });
  const added: { readonly anchor: string; readonly url: string; readonly at: number }[] = [];
  let [visible, end] = ['', 0];
  for (const segment of readMarkup(applyEdits(content, edits), urls)) {
    const start = end;
    end += sourceOf(segment).length;
    const isAdded = segment.type === 'link' && overlapping(written, { start, end }).length > 0;
    if (isAdded) added.push({ anchor: segment.anchor, url: segment.url, at: visible.length });
    visible += isAdded ? segment.anchor : sourceOf(segment);
  }
  if (added.length === 0) return [];
  const sentences = parseDocument(visible, isHtml(content)).blocks.flatMap((block) => block.sentences);
  return added.map(({ anchor, url, at }, index) => {
    const [around] = overlapping(sentences, { start: at, end: at + anchor.length });
    const sentence = sentenceAt(visible, around ?? lineAt(visible, at), at);
    return `${index + 1}. **${words(anchor)}** ${address(url)}\n   > ${words(sentence)}`;
  });
}

function lineAt(text: string, at: number): Span {
  const end = text.indexOf('\n', at);
  return { start: text.lastIndexOf('\n', at - 1) + 1, end: end < 0 ? text.length : end };
}

/** Of a longer sentence, only the words around the link are shown. In UTF-16 units. */
const longestSentence = 600;

function sentenceAt(text: string, { start, end }: Span, at: number): string {
  if (end - start <= longestSentence) return text.slice(start, end);
  const from = Math.max(start, at - longestSentence / 2);
  const to = Math.min(end, from + longestSentence);
  const shown = text.slice(from, to);
  return [from === start ? shown : `… ${shown.replace(/^\S*\s/u, '')}`, to === end ? '' : ' …'].join('');
}

/** Returns the exchanged addresses, one line for each. */
function linksExchanged(edits: readonly Edit[]): string[] {
  const pairs = edits.flatMap(({ relink }) =>
    relink === undefined || relink.isCopy === true ? [] : `- ${code(relink.from)} → ${address(relink.url)}`,
  );
  return [...new Set(pairs)];
}

function linksNotAdded({ links, report, original }: RecordedVersion, texts: RecordTexts): string[] {
  const reasonOf = ({ linkId, offer, skipReason }: LinkReport) => {
    const before = original.links.find((link) => link.linkId === linkId);
    if (before !== undefined && before.times > 0) return texts.removedByUser;
    // A reason is in the words of a model, which may hold any address.
    const reason = onOneLine(
      skipReason.replace(/\[\[([^\]]*)\]\]\s*\(\([^)]*\)\)?/gu, '$1').replace(bareAddress, '…'),
    );
    return reason === '' ? (offer === null ? texts.noReason : texts.noPassage) : words(reason);
  };
  return report.links
    .filter(({ times }) => times === 0)
    .map((link) => {
      const description = links.find(({ id }) => id === link.linkId)?.description.trim() ?? '';
      const name = description === '' ? '' : `**${words(description)}** `;
      return `- ${name}${code(link.url)}: ${reasonOf(link)}`;
    });
}

/** Matches an address that some readers of Markdown make a link. */
const bareAddress = /(?:\b[a-z][a-z\d+.-]{1,30}:\/\/|\bwww\.)[^\s<>]*[^\s<>.,;:!?'"”’»)\]}*_~]/giu;

/** Writes words on one line as Markdown that reads back as the same words. Addresses in them become code. */
function words(text: string): string {
  const line = onOneLine(text);
  const written: string[] = [];
  let done = 0;
  for (const { 0: found, index } of line.matchAll(bareAddress)) {
    written.push(escapeMarkdown(line.slice(done, index)), code(found));
    done = index + found.length;
  }
  return [...written, escapeMarkdown(line.slice(done))].join('');
}

/** Writes an address so that a reader opens exactly this one, or reads exactly its letters. */
function address(url: string): string {
  return isWebAddress(url) && /^[\w\-.~:/?#@!$&'()*+,;=%]+$/u.test(url) && !/&#?\w+;/u.test(url)
    ? `<${url}>`
    : code(url);
}

function code(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/gu), ({ 0: { length } }) => length));
  const fence = '`'.repeat(longest + 1);
  const space = /^[ `]|[ `]$/u.test(text) ? ' ' : '';
  return `${fence}${space}${text.replace(/[\n\r]/gu, encodeURIComponent)}${space}${fence}`;
}
