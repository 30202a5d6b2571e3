import { onOneLine } from '#core/lib/helpers.ts';
import { counted } from '#server/lib/visitors-and-days.ts';

import { shown } from '#cli/lib/terminal.ts';

import { amountInWords, countOf, timeInWords, type FileOutcome, type RunOutcome } from './outcome.ts';

/** Returns what a run did, in one paragraph for the terminal. */
export function summaryOf(run: RunOutcome): string {
  const { files, calls, spent, unit, seconds } = run;
  const parts = (
    ['written', 'unchanged', 'done before', 'failed', 'over budget', 'queued', 'not reached'] as const
  )
    .map((status) => [countOf(files, status), status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${status}`);
  const links = files.flatMap(({ woven }) => woven?.links ?? []);
  const added = links.filter(({ status }) => status === 'added').length;
  const exchanged = links.filter(({ status }) => status === 'exchanged').length;
  return `${parts.join(', ')}: ${counted(added, 'link')} added, ${counted(exchanged, 'link')} exchanged. ${calls === null ? '' : `${counted(calls, 'call')}, `}${amountInWords(spent, unit)}, ${timeInWords(seconds)}.`;
}

/** The first line of each report. */
export const reportTitle = '# Links added by Linkweft';

/** Returns the report of a run as Markdown, with each link of each file. */
export function reportOf(run: RunOutcome): string {
  const head = [
    reportTitle,
    '',
    summaryOf(run),
    '',
    '| File | Result | Added | Exchanged | Sentences added | Claims to check | Cost |',
    '| --- | --- | --: | --: | --: | --: | --: |',
    ...run.files.map(rowOf),
  ];
  return shown([...head, ...run.files.flatMap(detailsOf), ''].join('\n'));
}

function rowOf({ name, status, woven, usage }: FileOutcome): string {
  const count = (wanted: string) => woven?.links.filter((link) => link.status === wanted).length ?? 0;
  return `| ${inCell(name)} | ${status} | ${count('added')} | ${count('exchanged')} | ${woven?.sentencesAdded ?? 0} | ${woven?.claims.length ?? 0} | ${costInWords(usage)} |`;
}

function costInWords(usage: FileOutcome['usage']): string {
  if (usage === null) return '';
  const { inputTokens, outputTokens, costUsd } = usage;
  return costUsd === null
    ? amountInWords(inputTokens + outputTokens, 'tokens')
    : amountInWords(costUsd * 1_000_000, 'usd');
}

function detailsOf({ name, message, woven }: FileOutcome): string[] {
  const lines = [
    ...(message === null ? [] : [`- ${onOneLine(message)}`]),
    ...(woven?.links ?? []).map(
      ({ url, status, note }) => `- ${status}: \`${url}\`${note === '' ? '' : ` (${onOneLine(note)})`}`,
    ),
    ...(woven?.claims ?? []).map(
      (claim) => `- to check, because your text does not say it: ${onOneLine(claim)}`,
    ),
  ];
  return lines.length === 0 ? [] : ['', `## ${onOneLine(name)}`, '', ...lines];
}

function inCell(text: string): string {
  return onOneLine(text).replaceAll('|', '\\|');
}

/** Returns the same as JSON. */
export function jsonOf({ files, unit, spent, ...run }: RunOutcome): string {
  const cost = unit === 'usd' ? { spentUsd: spent / 1_000_000 } : { spentTokens: spent };
  return `${JSON.stringify({ ...run, ...cost, files }, null, 2)}\n`;
}
