import type { DropReason, DroppedEdit } from '#core/edits/edit.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { LinkReport, LinkStatus, VersionReport } from '#core/report/version-report.ts';
import { isWebAddress } from '#core/links/web-address.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t, tCount } from '#web/lib/language.ts';

type ChosenLinks = readonly Pick<FinishedGeneration['links'][number], 'id' | 'description'>[];

/** What has changed on the page since the shown versions were written. */
export type Outdated = {
  /** Whether the content is another one. */
  readonly isText: boolean;
  /** Ids of links that have another URL now, as one text. */
  readonly linkIds: string;
};

/** Returns the ids of the links that the user took out of a version. They are no faults. */
export function takenOutOf(report: VersionReport, original: VersionReport): ReadonlySet<string> {
  const woven = new Set(original.links.flatMap(({ linkId, times }) => (times > 0 ? linkId : [])));
  const isGone = ({ linkId, times }: LinkReport) => times === 0 && woven.has(linkId);
  return new Set(report.links.filter(isGone).map(({ linkId }) => linkId));
}

/**
 * Returns what a version is, in figures: "4 links added · 2 sentences added, 6 rewritten · 1 link per 76 words". A sentence
 * that was rewritten never counts as added.
 */
export function messageOfReport(report: VersionReport): string {
  const { links, linksExchanged, claims } = report;
  const leftOut = links.filter(({ status }) => status === 'skipped').length;
  const parts = [
    ...(links.length === 0 ? [] : [messageOfLinks(links)]),
    ...(leftOut === 0 ? [] : [t('{count} left out', { count: leftOut })]),
    ...(linksExchanged > 0 || links.length === 0 ? [messageOfExchanged(report)] : []),
    messageOfSentences(report),
    ...(timesOf(links) === 0 ? [] : [messageOfLinkDensity(report)]),
    ...(claims.length === 0
      ? []
      : [tCount(claims.length, '{count} claim to check', '{count} claims to check')]),
  ];
  return parts.join(' · ');
}

function messageOfLinks(links: VersionReport['links']): string {
  const added = links.filter(({ status }) => status === 'woven').length;
  return added === links.length
    ? tCount(added, '{count} link added', '{count} links added')
    : tCount(links.length, '{added} of {count} link added', '{added} of {count} links added', { added });
}

function messageOfSentences(report: VersionReport): string {
  const { sentencesAdded: added, sentencesRewritten: rewritten, wordsAdded } = report;
  if (rewritten > 0)
    return added > 0
      ? tCount(
          added,
          '{count} sentence added, {rewritten} rewritten',
          '{count} sentences added, {rewritten} rewritten',
          {
            rewritten,
          },
        )
      : tCount(rewritten, '{count} sentence rewritten', '{count} sentences rewritten');
  const parts = [];
  if (added > 0 && !isByBuiltIn(report))
    parts.push(tCount(added, '{count} sentence added', '{count} sentences added'));
  else if (wordsAdded > 0) parts.push(tCount(wordsAdded, '{count} word added', '{count} words added'));
  parts.push(t('your words unchanged'));
  return parts.join(', ');
}

/**
 * Returns one line for each kind of fault. Every link that is not added once, as it is saved now, is named, unless the
 * writer left it out on purpose.
 */
export function messagesOfFaults(
  report: VersionReport,
  chosen: ChosenLinks,
  { isText, linkIds }: Outdated = { isText: false, linkIds: '' },
): string[] {
  const { links, unknownUrls } = report;
  const named = (status: LinkStatus) =>
    links
      .filter((link) => link.status === status)
      .map((link) => {
        const hasNoPassage = status === 'missing' && link.offer !== null;
        return `${nameOf(link, chosen)}${hasNoPassage ? ` (${t('nothing in your text matches')})` : ''}`;
      });
  const addedNames = (is: (link: LinkReport) => boolean) =>
    links.flatMap((link) => (link.times > 0 && is(link) ? nameOf(link, chosen) : []));
  const missing = named('missing');
  const faults = [
    [missing, tCount(missing.length, '{count} link missing', '{count} links missing')],
    [named('repeated'), t('Added more than once')],
    [addedNames(({ linkId }) => linkIds.includes(linkId)), t('Still with the old URL')],
    [addedNames(({ url }) => !isWebAddress(url)), t('Copied only as words, without https://')],
    [
      unknownUrls,
      tCount(unknownUrls.length, '{count} unknown address left out', '{count} unknown addresses left out'),
    ],
  ] as const;
  const lines = faults.flatMap(([names, words]) =>
    names.length === 0 ? [] : `${words}: ${names.join('; ')}`,
  );
  return [...lines, ...(isText ? [t('You’ve edited your text since')] : []), ...messagesOfCrowding(report)];
}

/** Returns how many of the author's own links have another address: "3 links exchanged". */
function messageOfExchanged({ linksExchanged }: VersionReport): string {
  return tCount(linksExchanged, '{count} link exchanged', '{count} links exchanged');
}

/** @param isExchanged whether an exchanged link of the author's own leads to it */
export function messageOfLinkStatus({ status, times }: LinkReport, isExchanged = false): string {
  if (status === 'woven' && isExchanged) return t('In your text already');
  switch (status) {
    case 'woven':
      return t('Added');
    case 'missing':
      return t('Missing');
    case 'skipped':
      return t('Left out');
    case 'repeated':
      return t('Added {count} times', { count: times });
  }
}

/** Returns why the writer left a link out, in its words, without markup and without the full stop. May be empty. */
export function reasonOf({ skipReason }: LinkReport): string {
  return plain(skipReason).replace(/[.。]$/u, '');
}

export function nameOf(link: LinkReport, chosen: ChosenLinks): string {
  const description = chosen.find(({ id }) => id === link.linkId)?.description.trim() ?? '';
  return description === '' ? link.url : description;
}

/** Returns how many of the author's words changed, and how many were added inside sentences; a line for each. */
export function messagesOfWords({ wordsChanged, wordsTotal, wordsAdded }: VersionReport): string[] {
  const changed =
    wordsChanged === 0
      ? t('Your words are unchanged')
      : tCount(
          wordsTotal,
          '{changed} of your {count} word changed',
          '{changed} of your {count} words changed',
          { changed: wordsChanged },
        );
  if (wordsAdded === 0) return [changed];
  const added = tCount(
    wordsAdded,
    '{count} word added inside sentences',
    '{count} words added inside sentences',
  );
  return [changed, added];
}

/** The built-in writer adds no sentences, only lines of labels and descriptions. A link by the user was in the text before. */
function isByBuiltIn({ links }: VersionReport): boolean {
  const isByOther = links.some(({ by }) => by === 'model' || by === 'repair');
  return links.some(({ by }) => by === 'built-in') && !isByOther;
}

/** Returns the link density, as publishers count it: "1 link per 118 words". */
function messageOfLinkDensity({ links, words }: VersionReport): string {
  const each = Math.max(1, Math.round(words / timesOf(links)));
  return tCount(each, '1 link per word', '1 link per {count} words');
}

function timesOf(links: VersionReport['links']): number {
  return links.reduce((sum, link) => sum + link.times, 0);
}

/** The fewest words for each link. More links in a text put off readers and search engines. */
const fewestWordsPerLink = 25;

/** Returns a warning if a version has too many links for its length, else nothing. One link is never too many. */
function messagesOfCrowding(report: VersionReport): string[] {
  const times = timesOf(report.links);
  if (times < 2 || report.words >= fewestWordsPerLink * times) return [];
  return [t('That’s a lot of links for this length.')];
}

export function messageOfKeptSentences({ sentencesKept, sentencesTotal }: VersionReport): string {
  return tCount(
    sentencesTotal,
    '{kept} of {count} of your sentence kept word for word',
    '{kept} of {count} of your sentences kept word for word',
    { kept: sentencesKept },
  );
}

const reasons = {
  'not-safe': 'it would have changed your words',
  'too-many': 'this version had already changed as much as allowed',
  'too-long': 'it was too long',
  repeated: 'it repeats what is already there',
  'no-words': 'its words are not in your text',
  claim: 'it claimed something that neither your text nor a description says',
  'no-place': 'there was no suitable place near its sentence',
  foreign: 'it contained a URL, a number or an instruction that isn’t yours',
  unreadable: 'it wasn’t readable',
} as const satisfies Record<DropReason, EnglishText>;

/** Groups the edits that were not used by their reason: "One edit was left out: it would have changed your words". */
export function messagesOfDropped(dropped: readonly DroppedEdit[]) {
  const groups = new Map<DropReason, string[]>();
  for (const { reason, text } of dropped) groups.set(reason, [...(groups.get(reason) ?? []), plain(text)]);
  return [...groups].map(([reason, texts]) => {
    const words = tCount(
      texts.length,
      'One change was skipped because {reason}',
      '{count} changes were skipped, each because {reason}',
      { reason: t(reasons[reason]) },
    );
    return { words, texts: texts.filter((text) => text !== '') };
  });
}

/** Returns how many additions are at another place than the model named; null if none is. */
export function messageOfMoved({ moved }: VersionReport): string | null {
  if (moved.length === 0) return null;
  return tCount(
    moved.length,
    'One addition is not where the model wanted it',
    '{count} additions are not where the model wanted them',
  );
}

const longest = 200;

/** Returns the text of an edit without its markup, shortened. */
function plain(text: string): string {
  const words = text.replace(/\[\[([^\]]*)\]\]\s*\(\([^)]*\)\)?/gu, '$1').trim();
  return words.length > longest ? `${words.slice(0, longest).trimEnd()}…` : words;
}
