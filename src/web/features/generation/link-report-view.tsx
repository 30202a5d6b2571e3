import { ChevronDown, CircleCheck, TriangleAlert } from 'lucide-react';

import { isWordless, type DropReason, type DroppedEdit, type EditAuthor } from '#core/edits/edit.ts';
import type {
  FinishedGeneration,
  Usage,
  LinkReport,
  LinkStatus,
  VersionReport,
} from '#core/generation/finished-generation.ts';
import { isWebAddress } from '#core/links/web-address.ts';
import type { EnglishText } from '#web/german/german.ts';
import { formatNumber, t, tCount } from '#web/lib/language.ts';
import type { EditedView } from '#web/version-view/shown-version.ts';

type ChosenLinks = readonly Pick<FinishedGeneration['links'][number], 'id' | 'description'>[];

/** What has changed on the page since the shown versions were written. */
export type Outdated = {
  /** Whether the content is another one. */
  readonly isText: boolean;
  /** Ids of links that have another URL now, as one text. */
  readonly linkIds: string;
};

type LinkReportViewProps = Pick<EditedView, 'shown' | 'comparison'> & {
  readonly isEmpty: boolean;
  readonly outdated: Outdated;
};

/**
 * Says what a version is, and shows its link check with its faults. The user can open it to see each link and unused
 * edit.
 */
export function LinkReportView({ shown, isEmpty, comparison, outdated }: LinkReportViewProps) {
  const { report, edits, generation, version } = shown;
  const { links, instructions } = generation;
  const takenOut = takenOutOf(report, generation.report[version]);
  const faults = messagesOfFaults(
    { ...report, links: report.links.filter((link) => !takenOut.has(link.linkId)) },
    links,
    outdated,
  );
  if (edits.some(isWordless)) faults.push(t(wordless));
  const isByOne = new Set(report.links.flatMap(({ by }) => by ?? [])).size < 2;
  const moved = messageOfMoved(report);
  const Mark = faults.length === 0 ? CircleCheck : TriangleAlert;
  return (
    <div className={`report ${faults.length === 0 ? 'report-good' : 'report-amiss'}`}>
      {isEmpty ? null : <p className="report-words">{messageOfWords(report)}</p>}
      <details>
        <summary>
          <Mark aria-hidden="true" size={17} />
          <span>{messageOfReport(report)}</span>
          <ChevronDown className="report-arrow" aria-hidden="true" size={17} />
        </summary>
        <div className="report-details">
          {comparison}
          <ul className="report-links">
            {report.links.map((link) => lineOf(link, nameOf(link, links), { isByOne, takenOut }))}
          </ul>
          <ul className="report-notes">
            {isEmpty ? null : <li>{messageOfKeptSentences(report)}</li>}
            {moved === null ? null : <li>{moved}</li>}
            {instructions !== undefined && report.links.some(({ by }) => by === 'built-in') ? (
              <li>{t('The built-in writer does not follow instructions.')}</li>
            ) : null}
            {messagesOfDropped(report.dropped).map(({ words, texts }) => (
              <li key={words}>
                {words}
                {texts.map((text) => (
                  <q key={text}>{text}</q>
                ))}
              </li>
            ))}
          </ul>
        </div>
      </details>
      {faults.length > 0 ? (
        <ul className="report-faults">
          {faults.map((fault) => (
            <li key={fault} className={classOf(fault)}>
              {fault}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

const wordless =
  'The built-in writer has no sentence in the language of this text for each link: an arrow stands before the link instead.' satisfies EnglishText;

/** Only a list of names is cut on a phone, not a sentence. */
function classOf(fault: string) {
  return fault.endsWith('.') ? undefined : 'report-names';
}

/** Returns the ids of the links that the user took out of a version. They are no faults. */
export function takenOutOf(report: VersionReport, original: VersionReport): ReadonlySet<string> {
  const woven = new Set(original.links.flatMap(({ linkId, times }) => (times > 0 ? linkId : [])));
  const isGone = ({ linkId, times }: LinkReport) => times === 0 && woven.has(linkId);
  return new Set(report.links.filter(isGone).map(({ linkId }) => linkId));
}

type LineContext = { readonly isByOne: boolean; readonly takenOut: ReadonlySet<string> };

/** Returns the line of a link. If one writer has woven all links (`isByOne`), the line does not name the writer. */
function lineOf(link: LinkReport, name: string, { isByOne, takenOut }: LineContext) {
  const { url, by, offer } = link;
  const isTakenOut = takenOut.has(link.linkId);
  const status = isTakenOut ? 'taken-out' : link.status;
  return (
    <li key={link.linkId}>
      <span className={`report-status report-${status}`}>
        {isTakenOut ? t('Taken out') : messageOfLinkStatus(link)}
      </span>
      <span className="report-name">{name}</span>
      <span className="report-url">{url}</span>
      {by === null || isByOne ? null : <span className="report-author">{t(authors[by])}</span>}
      {status === 'missing' && offer !== null ? (
        <span className="report-author">{t('no passage about this')}</span>
      ) : null}
    </li>
  );
}

const authors = {
  model: 'by the model',
  repair: 'by the model, asked again',
  'built-in': 'by the built-in writer',
  user: 'by you',
} as const satisfies Record<EditAuthor, EnglishText>;

/** Returns the link check in one line, such as "3 of 3 links woven, 1 link per 118 words". */
export function messageOfReport(report: VersionReport): string {
  const { links } = report;
  const woven = links.filter((link) => link.status === 'woven').length;
  const words = tCount(links.length, '{woven} of {count} link woven', '{woven} of {count} links woven', {
    woven,
  });
  return timesOf(links) === 0 ? words : `${words}, ${messageOfLinkDensity(report)}`;
}

/** Returns one line for each kind of fault. Every link that is not woven in once, as it is saved now, is named. */
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
  if (status === 'woven') return t('Woven in');
  return status === 'missing' ? t('Missing') : t('Woven in {count} times', { count: times });
}

function nameOf(link: LinkReport, chosen: ChosenLinks): string {
  const description = chosen.find(({ id }) => id === link.linkId)?.description.trim() ?? '';
  return description === '' ? link.url : description;
}

/** Returns what changed in a version: "12 of your 812 words changed, 6 sentences added". */
export function messageOfWords({ wordsChanged, wordsTotal, sentencesAdded }: VersionReport): string {
  const words =
    wordsChanged === 0
      ? t('Your words untouched')
      : tCount(
          wordsTotal,
          '{changed} of your {count} word changed',
          '{changed} of your {count} words changed',
          { changed: wordsChanged },
        );
  return `${words}, ${tCount(sentencesAdded, '{count} sentence added', '{count} sentences added')}`;
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
