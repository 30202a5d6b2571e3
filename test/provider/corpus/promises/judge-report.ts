import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { VersionReport } from '#core/report/version-report.ts';
import { dropReasons, type Edit } from '#core/edits/edit.ts';

import { partLinks, shortened, type BrokenPromise, type JudgedVersion } from './judged-version.ts';

type Judged = Pick<FinishedGeneration, 'versions' | 'report' | 'unfinished'>;

const saysNone = /\(?\b(?:no edits|no changes|none|keine Änderungen|sin cambios)\b\)?/iu;

/** Finds differences between a version, its edits and its report. */
export function brokenReport(version: JudgedVersion, generation: Judged, answer: string): BrokenPromise[] {
  const { name, content, edits } = version;
  const report = generation.report[name];
  const text = generation.versions[name];
  const broken = (claim: string): BrokenPromise => ({ row: 'B', text: `${name}: ${claim}` });
  const isUnfinished = generation.unfinished.includes(name);
  if (isUnfinished) return text === '' ? [] : [broken('unfinished, but not empty')];
  if (text === '') return [broken('empty, but not listed as unfinished')];
  const isOpen = report.links.every(({ offer }) => offer === null);
  const isSilent = edits.length === 0 && isOpen && !saysNone.test(answer);
  return [
    ...(isSilent ? [broken('no edits, and no report says why')] : []),
    ...(text === applied(content, edits) ? [] : [broken('not equal to the content with its edits')]),
    ...brokenBytes(version),
    ...report.links.flatMap((link) => brokenLink(version, link, text).map(broken)),
    ...strangeLinks(version, text).map((url) => ({ row: 'A' as const, text: `${name}: a link to ${url}` })),
    ...report.dropped.flatMap(({ reason, text: lost }) =>
      dropReasons.includes(reason) && lost.trim() !== ''
        ? []
        : [broken(`dropped without a reason: "${lost}"`)],
    ),
  ];
}

function applied(content: string, edits: readonly Edit[]): string {
  let text = '';
  let from = 0;
  for (const edit of edits) {
    text += content.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return text + content.slice(from);
}

/** In safe, all of the author's text must be kept: each replacement must contain the replaced text. */
function brokenBytes({ name, content, edits, urls }: JudgedVersion): BrokenPromise[] {
  if (name !== 'safe') return [];
  return edits
    .filter(({ start, end, text }) => !isWithin(content.slice(start, end), partLinks(text, urls).plain))
    .map(({ start, end }) => ({
      row: 'G',
      text: `safe: the author’s "${shortened(content.slice(start, end))}" was replaced`,
    }));
}

function isWithin(own: string, text: string): boolean {
  let next = 0;
  for (const unit of text.split('')) if (unit === own[next]) next += 1;
  return next === own.length;
}

/** Checks that a link is woven once, or missing with an offer, and that its report is true. */
function brokenLink(
  { edits, content }: JudgedVersion,
  { url, status, times, by, offer }: VersionReport['links'][number],
  text: string,
): string[] {
  const mark = `]]((${url}))`;
  const count = (whole: string) => whole.split(mark).length - 1;
  const found = count(text);
  const first = edits.find((edit) => edit.text.includes(mark))?.by ?? null;
  const isMissing = status === 'missing' && found === 0;
  const claims = {
    'stands more than once': found <= Math.max(1, count(content)),
    [`is called ${status}, and stands ${found} times`]: (status === 'woven' && found === 1) || isMissing,
    [`is said to stand ${times} times, and stands ${found} times`]: times === found,
    [`is said to be by ${by}, and is by ${first}`]: by === first,
    'is missing without an offer': !isMissing || offer !== null,
  };
  return Object.entries(claims).flatMap(([claim, holds]) => (holds ? [] : [`${url} ${claim}`]));
}

/** Returns the addresses in link markup that are neither a selected link's nor the author's. */
function strangeLinks({ urls, content }: JudgedVersion, text: string): string[] {
  const { plain } = partLinks(text, urls);
  return [...plain.matchAll(/\]\]\(\((.*?)\)\)/gu)].flatMap(([mark, url = '']) =>
    content.includes(mark) ? [] : [url],
  );
}
