import type { DropReason, DroppedEdit } from '#core/edits/edit.ts';
import type { FinishedGeneration, Usage } from '#core/generation/finished-generation.ts';
import type { LinkReport, LinkStatus, VersionReport } from '#core/report/version-report.ts';
import { isWebAddress } from '#core/links/web-address.ts';
import type { EnglishText } from '#web/german/german.ts';
import { formatNumber, t, tCount } from '#web/lib/language.ts';

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

/** Returns the link check in one line, such as "2 of 3 links woven, 1 left out, 1 link per 118 words". */
export function messageOfReport(report: VersionReport): string {
  const { links } = report;
  const woven = links.filter((link) => link.status === 'woven').length;
  const leftOut = links.filter((link) => link.status === 'skipped').length;
  const parts = [
    tCount(links.length, '{woven} of {count} link woven', '{woven} of {count} links woven', { woven }),
    ...(leftOut === 0 ? [] : [t('{count} left out', { count: leftOut })]),
    ...(timesOf(links) === 0 ? [] : [messageOfLinkDensity(report)]),
  ];
  return parts.join(', ');
}

/**
 * Returns one line for each kind of fault. Every link that is not woven in once, as it is saved now, is named, unless the
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
        return `${nameOf(link, chosen)}${hasNoPassage ? ` (${t('no passage about this')})` : ''}`;
      });
  const wovenNames = (is: (link: LinkReport) => boolean) =>
    links.flatMap((link) => (link.times > 0 && is(link) ? nameOf(link, chosen) : []));
  const missing = named('missing');
  const faults = [
    [missing, tCount(missing.length, '{count} link missing', '{count} links missing')],
    [named('repeated'), t('Woven in more than once')],
    [wovenNames(({ linkId }) => linkIds.includes(linkId)), t('Still with the old URL')],
    [wovenNames(({ url }) => !isWebAddress(url)), t('Copied only as words, without https://')],
    [
      unknownUrls,
      tCount(unknownUrls.length, '{count} unknown address left out', '{count} unknown addresses left out'),
    ],
  ] as const;
  const lines = faults.flatMap(([names, words]) =>
    names.length === 0 ? [] : `${words}: ${names.join('; ')}`,
  );
  return [...lines, ...(isText ? [t('For an earlier text')] : []), ...messagesOfCrowding(report)];
}

export function messageOfLinkStatus({ status, times }: LinkReport): string {
  switch (status) {
    case 'woven':
      return t('Woven in');
    case 'missing':
      return t('Missing');
    case 'skipped':
      return t('Left out');
    case 'repeated':
      return t('Woven in {count} times', { count: times });
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

/**
 * Returns what changed in a version: "Your words untouched, 4 words added inside sentences, 2 sentences added". The
 * built-in writer adds no sentences, only lines of labels and descriptions.
 */
export function messageOfWords(report: VersionReport): string {
  const { wordsChanged, wordsTotal, wordsAdded, sentencesAdded, sentencesRewritten } = report;
  const parts = [
    wordsChanged === 0
      ? t('Your words untouched')
      : tCount(
          wordsTotal,
          '{changed} of your {count} word changed',
          '{changed} of your {count} words changed',
          { changed: wordsChanged },
        ),
  ];
  if (wordsAdded > 0)
    parts.push(
      tCount(wordsAdded, '{count} word added inside sentences', '{count} words added inside sentences'),
    );
  const hasLines = report.links.some(({ by }) => by === 'built-in') && !report.links.some(isByOther);
  const isBuiltIn = hasLines && wordsChanged + wordsAdded + sentencesRewritten === 0;
  if (!isBuiltIn) parts.push(tCount(sentencesAdded, '{count} sentence added', '{count} sentences added'));
  else if (sentencesAdded > 0) parts.push(t('links added in lines of their own'));
  if (sentencesRewritten > 0)
    parts.push(tCount(sentencesRewritten, '{count} sentence rewritten', '{count} sentences rewritten'));
  return parts.join(', ');
}

const isByOther = ({ by }: LinkReport) => by !== null && by !== 'built-in';

/** Returns the link density, as publishers count it: "1 link per 118 words". */
function messageOfLinkDensity({ links, words }: VersionReport): string {
  const each = Math.max(1, Math.round(words / timesOf(links)));
  return tCount(each, '1 link per word', '1 link per {count} words');
}

function timesOf(links: VersionReport['links']): number {
  return links.reduce((sum, link) => sum + link.times, 0);
}

/** The fewest words for each link. More links in a text put off readers and search engines. */
const fewestWordsPerLink = 60;

/** Returns a warning if a version has too many links for its length, else nothing. One link is never too many. */
function messagesOfCrowding(report: VersionReport): string[] {
  const times = timesOf(report.links);
  if (times < 2 || report.words >= fewestWordsPerLink * times) return [];
  const density = messageOfLinkDensity(report);
  return [t('{density}: more than readers and search engines accept. Take some links out.', { density })];
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
  'too-many': 'this version had changed as much as it may',
  'too-long': 'it was longer than an addition may be',
  repeated: 'it says what stands there already',
  'no-words': 'the words that it names are not there',
  claim: 'it said something that neither your text nor a description tells',
  'no-place': 'no place near its sentence may take one',
  foreign: 'it held an address, a number or an instruction that nobody chose',
  unreadable: 'it could not be read',
} as const satisfies Record<DropReason, EnglishText>;

/** Groups the edits that were not used by their reason: "One edit was left out: it would have changed your words". */
export function messagesOfDropped(dropped: readonly DroppedEdit[]) {
  const groups = new Map<DropReason, string[]>();
  for (const { reason, text } of dropped) groups.set(reason, [...(groups.get(reason) ?? []), plain(text)]);
  return [...groups].map(([reason, texts]) => {
    const words = tCount(
      texts.length,
      'One edit was left out: {reason}',
      '{count} edits were left out, each because {reason}',
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
    'One addition stands at another place than the model named',
    '{count} additions stand at another place than the model named',
  );
}

const longest = 200;

/** Returns the text of an edit without its markup, shortened. */
function plain(text: string): string {
  const words = text.replace(/\[\[([^\]]*)\]\]\s*\(\([^)]*\)\)?/gu, '$1').trim();
  return words.length > longest ? `${words.slice(0, longest).trimEnd()}…` : words;
}

/** Returns the tokens and the cost in one line: `This generation: 1,240 tokens in, 3,310 out, about $0.24`. */
export function messageOfUsage({ inputTokens, outputTokens, costUsd }: Usage): string {
  const tokens = { input: inputTokens, output: outputTokens };
  return costUsd === null || costUsd === 0
    ? t('This generation: {input} tokens in, {output} out', tokens)
    : t('This generation: {input} tokens in, {output} out, about {cost}', {
        ...tokens,
        cost: dollars(costUsd),
      });
}

/** Rounds to cents; less than ten cents to two significant digits. */
function dollars(amount: number): string {
  const digits =
    amount >= 0.095
      ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
      : { maximumSignificantDigits: 2, maximumFractionDigits: 20 };
  return formatNumber(amount, { style: 'currency', currency: 'USD', ...digits });
}
