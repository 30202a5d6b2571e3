import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { versionNames } from '#core/edits/version-names.ts';
import type { Expected } from '#provider/corpus/odd-answers.ts';

import { squeezed, type BrokenPromise, type JudgedVersion } from './judged-version.ts';

type Judged = Pick<FinishedGeneration, 'versions' | 'report'>;

/** Returns the requirements of this answer that a version does not meet. */
export function brokenExpectation(
  version: JudgedVersion,
  { versions, report }: Judged,
  expected: Expected,
  isRepaired: boolean,
): BrokenPromise[] {
  const { name, content } = version;
  const text = versions[name];
  const { row } = expected;
  const broken = (what: string): BrokenPromise => ({ row, text: `${name}: ${what}` });
  const has = (words: string) => folded(text).includes(folded(words));
  const isHere = ({ in: names }: { readonly in: readonly string[] }) => names.includes(name);
  return [
    ...linksBy('model', expected.good[name], version, report).map(broken),
    ...(isRepaired ? linksBy('repair', expected.repaired[name], version, report).map(broken) : []),
    ...expected.foreign.flatMap((foreign) => brokenForeign(version, foreign, text, report)),
    ...expected.forbidden.filter(has).map((words) => broken(`"${words}" stands in it`)),
    ...expected.kept
      .filter((kept) => isHere(kept) && !has(kept.text))
      .map((kept) => broken(`"${kept.text}" is gone`)),
    ...(text === '' ? [] : expected.once).flatMap((words) => {
      const times = folded(text).split(folded(words)).length - 1;
      return times === 1 ? [] : [broken(`"${words}" stands ${times} times`)];
    }),
    ...expected.behind.flatMap((place) => brokenPlace(version, place, text, report).map(broken)),
    ...(row === 'K' || row === 'L' ? report[name].dropped : [])
      .filter(({ reason }) => reason === 'no-place')
      .map((lost) => broken(`no place for "${lost.text}", which was offered`)),
    ...(content === '' ? [broken('there is no content')] : []),
  ];
}

/** Returns the required drops that the report does not contain for any version. */
export function brokenDrops({ report }: Judged, { dropped, row }: Expected): BrokenPromise[] {
  const reported = versionNames.flatMap((name) => report[name].dropped.map(({ text }) => folded(text)));
  return dropped
    .filter((words) => !reported.some((text) => text.includes(folded(words))))
    .map((words) => ({ row, text: `"${words}" is not reported as dropped` }));
}

function linksBy(
  author: 'model' | 'repair',
  numbers: readonly number[],
  { name, urls }: JudgedVersion,
  report: Judged['report'],
): string[] {
  return numbers.flatMap((number) => {
    const url = urls[number - 1];
    const link = report[name].links.find((each) => each.url === url);
    if (link?.status === 'woven' && link.by === author) return [];
    // Odd answers speak as the author, too. Safe refuses that.
    if (report[name].dropped.some(({ reason, text }) => reason === 'claim' && holds(text, number, url)))
      return [];
    return [
      `link ${number} is ${link?.status ?? 'unknown'} by ${link?.by ?? 'nobody'}, not woven by ${author}`,
    ];
  });
}

/** Whether the text of an edit has the link with a number, by its label or its URL. */
function holds(text: string, number: number, url: string | undefined): boolean {
  const labels = [...text.matchAll(/\bL+[ _-]?(\d+)\b/giu)].map(([, digits]) => Number(digits));
  return labels.includes(number) || (url !== undefined && text.includes(url));
}

function brokenForeign(
  { name, content }: JudgedVersion,
  foreign: Expected['foreign'][number],
  text: string,
  report: Judged['report'],
): BrokenPromise[] {
  const { address } = foreign;
  const broken: BrokenPromise[] = [];
  if (text.includes(address) && !content.includes(address))
    broken.push({ row: 'A', text: `${name}: the foreign ${address} stands in it` });
  const bare = address.replaceAll(/\s+/gu, '');
  const isTold = report[name].unknownUrls.some((url) => {
    const known = url.replaceAll(/\s+/gu, '');
    return known.includes(bare) || (known.length > 5 && bare.includes(known));
  });
  if (foreign.in.includes(name) && !isTold)
    broken.push({ row: 'A', text: `${name}: the foreign ${address} is not reported` });
  return broken;
}

/** Checks that an addition is right behind its sentence, or reported as moved or dropped. */
function brokenPlace(
  { name, content, sentences, edits }: JudgedVersion,
  { words, added }: Expected['behind'][number],
  text: string,
  report: Judged['report'],
): string[] {
  if (!text.includes(added)) return [];
  const own = sentences
    .map(({ start, end }) => content.slice(start, end))
    .find((sentence) => folded(sentence).includes(folded(words)));
  if (own === undefined || squeezed(text).includes(squeezed(own) + squeezed(added))) return [];
  const isReported = edits.some(
    ({ id, text: whole }) => whole.includes(added) && report[name].moved.includes(id),
  );
  return isReported || JSON.stringify(report[name].dropped).includes(added)
    ? []
    : [`"${added}" was moved from behind "${words}"`];
}

function folded(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
