import type { FinishedGeneration } from '#core/generation/generation.ts';
import type { LinkReport, LinkStatus, VersionReport } from '#core/report/report.ts';

type ReportedLink = { readonly id: string; readonly url: string; readonly description: string };

/** The link check in one line, such as "3 of 3 links woven, 4 sentences added". */
export function reportSummary({ links, sentencesAdded }: VersionReport): string {
  const woven = links.filter((link) => link.status === 'woven').length;
  return `${woven} of ${count(links.length, 'link')} woven, ${count(sentencesAdded, 'sentence')} added`;
}

/** What is not as it was asked for, a line each: nothing is dropped in silence. */
export function reportFaults(report: VersionReport, links: readonly ReportedLink[]): string[] {
  const named = (status: LinkStatus) =>
    report.links
      .filter((link) => link.status === status)
      .map((link) => `${nameOf(link, links)}${status === 'missing' ? reasonOf(link) : ''}`);
  const missing = named('missing');
  const repeated = named('repeated');
  return [
    ...line(missing, `${count(missing.length, 'link')} missing`),
    ...line(repeated, `${count(repeated.length, 'link')} woven in more than once`),
    ...line(report.unknownUrls, unknownWords(report.unknownUrls.length)),
  ];
}

/** How one link fares in one version, in words. */
export function linkStatusWords({ status, times }: LinkReport): string {
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

function unknownWords(addresses: number): string {
  return `${addresses} unknown ${addresses === 1 ? 'address' : 'addresses'} left out`;
}

function line(names: readonly string[], words: string): string[] {
  return names.length === 0 ? [] : [`${words}: ${names.join('; ')}`];
}

function count(things: number, name: string): string {
  return `${things} ${name}${things === 1 ? '' : 's'}`;
}
