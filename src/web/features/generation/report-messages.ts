import type { FinishedGeneration, Usage } from '#core/generation/finished-generation.ts';
import type { DropReason, DroppedEdit, EditAuthor } from '#core/edits/edit.ts';
import type { LinkReport, LinkStatus, VersionReport } from '#core/report/report.ts';

type ReportedLink = { readonly id: string; readonly url: string; readonly description: string };

/** Returns the link check in one line, such as "3 of 3 links woven, 4 sentences added". */
export function messageOfReport({ links, sentencesAdded }: VersionReport): string {
  const woven = links.filter((link) => link.status === 'woven').length;
  return `${woven} of ${counted(links.length, 'link')} woven, ${counted(sentencesAdded, 'sentence')} added`;
}

/** Returns one line for each kind of fault. Every link that is not woven in once is named. */
export function messagesOfFaults(report: VersionReport, links: readonly ReportedLink[]): string[] {
  const named = (status: LinkStatus) =>
    report.links
      .filter((link) => link.status === status)
      .map((link) => `${nameOf(link, links)}${status === 'missing' ? reasonOf(link) : ''}`);
  const missing = named('missing');
  const repeated = named('repeated');
  return [
    ...line(missing, `${counted(missing.length, 'link')} missing`),
    ...line(repeated, `${counted(repeated.length, 'link')} woven in more than once`),
    ...line(report.unknownUrls, messageOfUnknown(report.unknownUrls.length)),
  ];
}

export function messageOfLinkStatus({ status, times }: LinkReport): string {
  if (status === 'woven') return 'Woven in';
  return status === 'missing' ? 'Missing' : `Woven in ${times} times`;
}

export function nameOf(
  link: LinkReport,
  links: FinishedGeneration['links'] | readonly ReportedLink[],
): string {
  const description = links.find(({ id }) => id === link.linkId)?.description.trim() ?? '';
  return description === '' ? link.url : description;
}

function reasonOf({ offer }: LinkReport): string {
  return offer === null ? '' : ' (no passage about this)';
}

function messageOfUnknown(addresses: number): string {
  return `${addresses} unknown ${addresses === 1 ? 'address' : 'addresses'} left out`;
}

function line(names: readonly string[], words: string): string[] {
  return names.length === 0 ? [] : [`${words}: ${names.join('; ')}`];
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Returns how much of the author's text has changed: "0 of 812 words changed". */
export function messageOfChangedWords({ wordsChanged, wordsTotal }: VersionReport): string {
  return `${number(wordsChanged)} of ${number(wordsTotal)} ${wordsTotal === 1 ? 'word' : 'words'} changed`;
}

/** Returns how close the links are, as publishers count it: "1 link per 118 words". */
export function messageOfLinkDensity({ links, words }: VersionReport): string {
  const times = links.reduce((sum, link) => sum + link.times, 0);
  if (times === 0) return 'no links';
  const each = Math.max(1, Math.round(words / times));
  return `1 link per ${each === 1 ? 'word' : `${number(each)} words`}`;
}

export function messageOfKeptSentences({ sentencesKept, sentencesTotal }: VersionReport): string {
  const sentences = sentencesTotal === 1 ? 'sentence' : 'sentences';
  return `${number(sentencesKept)} of ${number(sentencesTotal)} of your ${sentences} kept word for word`;
}

const authors: Readonly<Record<EditAuthor, string>> = {
  model: 'by the model',
  repair: 'by the model, asked again',
  'built-in': 'by the built-in writer',
  user: 'by you',
};

export function messageOfAuthor(by: EditAuthor): string {
  return authors[by];
}

const reasons: Readonly<Record<DropReason, readonly [one: string, several: string]>> = {
  'not-safe': ['it would have changed your words', 'they would have changed your words'],
  'too-many': ['this version had changed as much as it may', 'this version had changed as much as it may'],
  'too-long': ['it was longer than an addition may be', 'they were longer than an addition may be'],
  repeated: ['it says what stands there already', 'they say what stands there already'],
  'no-place': ['no place near its sentence may take one', 'no place near their sentences may take one'],
  foreign: [
    'it held an address, a number or an instruction that nobody chose',
    'they held an address, a number or an instruction that nobody chose',
  ],
  unreadable: ['it could not be read', 'they could not be read'],
};

export type DroppedGroup = { readonly words: string; readonly texts: readonly string[] };

/** Groups the edits that were not used by their reason: "One edit was left out: it would have changed your words". */
export function messagesOfDropped(dropped: readonly DroppedEdit[]): readonly DroppedGroup[] {
  const groups = new Map<DropReason, string[]>();
  for (const { reason, text } of dropped) groups.set(reason, [...(groups.get(reason) ?? []), plain(text)]);
  return [...groups].map(([reason, texts]) => {
    const [one, several] = reasons[reason];
    const words =
      texts.length === 1
        ? `One edit was left out: ${one}`
        : `${number(texts.length)} edits were left out: ${several}`;
    return { words, texts: texts.filter((text) => text !== '') };
  });
}

/** Returns how many additions are at another place than the model named; null if none is. */
export function messageOfMoved({ moved }: VersionReport): string | null {
  const count = moved.length;
  if (count === 0) return null;
  const additions = count === 1 ? 'One addition stands' : `${number(count)} additions stand`;
  return `${additions} at another place than the model named`;
}

const longest = 200;

/** Returns the text of an edit without its markup, shortened. */
function plain(text: string): string {
  const words = text.replace(/\[\[([^\]]*)\]\]\s*\(\([^)]*\)\)?/gu, '$1').trim();
  return words.length > longest ? `${words.slice(0, longest).trimEnd()}…` : words;
}

function number(count: number): string {
  return count.toLocaleString('en');
}

/** Returns the tokens and the cost in one line: `This generation: 1,240 tokens in, 3,310 out, about $0.24`. */
export function messageOfUsage({ inputTokens, outputTokens, costUsd }: Usage): string {
  const tokens = `This generation: ${inputTokens.toLocaleString('en')} tokens in, ${outputTokens.toLocaleString('en')} out`;
  return costUsd === null || costUsd === 0 ? tokens : `${tokens}, about $${dollars(costUsd)}`;
}

/** Rounds to cents; less than ten cents to two significant digits. */
function dollars(amount: number): string {
  if (amount >= 0.095)
    return amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return amount.toLocaleString('en', { maximumSignificantDigits: 2, maximumFractionDigits: 20 });
}
