import { ChevronDown, CircleCheck, TriangleAlert } from 'lucide-react';

import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { VersionReport } from '#core/check/report.ts';

import { linkStatusWords, nameOf, reportFaults, reportSummary } from './report-words.ts';

type LinkReportViewProps = { readonly report: VersionReport; readonly links: FinishedGeneration['links'] };

/** The link check: one line, what is amiss, and on demand every link. */
export function LinkReportView({ report, links }: LinkReportViewProps) {
  const faults = reportFaults(report, links);
  const Mark = faults.length === 0 ? CircleCheck : TriangleAlert;
  return (
    <div className={`report ${faults.length === 0 ? 'report-good' : 'report-amiss'}`}>
      <details>
        <summary>
          <Mark aria-hidden="true" size={17} />
          <span>{reportSummary(report)}</span>
          <ChevronDown className="report-arrow" aria-hidden="true" size={17} />
        </summary>
        <ul className="report-links">
          {report.links.map((link) => (
            <li key={link.linkId}>
              <span className={`report-status report-${link.status}`}>{linkStatusWords(link)}</span>
              <span className="report-name">{nameOf(link, links)}</span>
              <span className="report-url">{link.url}</span>
            </li>
          ))}
        </ul>
      </details>
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
