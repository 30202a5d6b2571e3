import { ChevronDown, CircleCheck, TriangleAlert } from 'lucide-react';

import type { FinishedGeneration } from '#core/generation/generation.ts';
import type { LinkReport, VersionReport } from '#core/report/report.ts';

import { authorWords, changedWords, densityWords, keptWords, leftOut, movedWords } from './proof-messages.ts';
import { linkStatusWords, nameOf, reportFaults, reportSummary } from './report-messages.ts';

type LinkReportViewProps = {
  readonly report: VersionReport;
  readonly links: FinishedGeneration['links'];
  /** There is no text that anything could be said of. */
  readonly isEmpty: boolean;
};

/** The proof of a version: one line, its figures, what is amiss, and on demand every link and what was left out. */
export function LinkReportView({ report, links, isEmpty }: LinkReportViewProps) {
  const faults = reportFaults(report, links);
  const isByOne = new Set(report.links.flatMap(({ by }) => by ?? [])).size < 2;
  const moved = movedWords(report);
  const Mark = faults.length === 0 ? CircleCheck : TriangleAlert;
  return (
    <div className={`report ${faults.length === 0 ? 'report-good' : 'report-amiss'}`}>
      <details>
        <summary>
          <Mark aria-hidden="true" size={17} />
          <span>{reportSummary(report)}</span>
          <ChevronDown className="report-arrow" aria-hidden="true" size={17} />
        </summary>
        <div className="report-details">
          <ul className="report-links">
            {report.links.map((link) => (
              <ReportedLink key={link.linkId} link={link} name={nameOf(link, links)} isByOne={isByOne} />
            ))}
          </ul>
          <ul className="report-notes">
            {isEmpty ? null : <li>{keptWords(report)}</li>}
            {moved === null ? null : <li>{moved}</li>}
            {leftOut(report.dropped).map(({ words, texts }) => (
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
      {isEmpty ? null : (
        <p className="report-figures">
          <span>{changedWords(report)}</span>
          <span>{densityWords(report)}</span>
        </p>
      )}
      {faults.length > 0 ? (
        <ul className="report-faults">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

type ReportedLinkProps = {
  readonly link: LinkReport;
  readonly name: string;
  /** One writer wove them all: not to be said at each. */
  readonly isByOne: boolean;
};

function ReportedLink({ link, name, isByOne }: ReportedLinkProps) {
  const { status, url, by, offer } = link;
  return (
    <li>
      <span className={`report-status report-${status}`}>{linkStatusWords(link)}</span>
      <span className="report-name">{name}</span>
      <span className="report-url">{url}</span>
      {by === null || isByOne ? null : <span className="report-author">{authorWords(by)}</span>}
      {status === 'missing' && offer !== null ? (
        <span className="report-author">no passage about this</span>
      ) : null}
    </li>
  );
}
