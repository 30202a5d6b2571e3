import { ChevronDown, CircleCheck, TriangleAlert } from 'lucide-react';

import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { LinkReport, VersionReport } from '#core/report/report.ts';

import {
  messageOfAuthor,
  messageOfChangedWords,
  messageOfKeptSentences,
  messageOfLinkDensity,
  messageOfLinkStatus,
  messageOfMoved,
  messageOfReport,
  messagesOfDropped,
  messagesOfFaults,
  nameOf,
} from './report-messages.ts';

type LinkReportViewProps = {
  readonly report: VersionReport;
  readonly links: FinishedGeneration['links'];
  /** The version has no text. */
  readonly isEmpty: boolean;
};

/** The link check of a version: one line, its figures and its faults. It opens to show each link and unused edit. */
export function LinkReportView({ report, links, isEmpty }: LinkReportViewProps) {
  const faults = messagesOfFaults(report, links);
  const isByOne = new Set(report.links.flatMap(({ by }) => by ?? [])).size < 2;
  const moved = messageOfMoved(report);
  const Mark = faults.length === 0 ? CircleCheck : TriangleAlert;
  return (
    <div className={`report ${faults.length === 0 ? 'report-good' : 'report-amiss'}`}>
      <details>
        <summary>
          <Mark aria-hidden="true" size={17} />
          <span>{messageOfReport(report)}</span>
          <ChevronDown className="report-arrow" aria-hidden="true" size={17} />
        </summary>
        <div className="report-details">
          <ul className="report-links">
            {report.links.map((link) => (
              <ReportedLink key={link.linkId} link={link} name={nameOf(link, links)} isByOne={isByOne} />
            ))}
          </ul>
          <ul className="report-notes">
            {isEmpty ? null : <li>{messageOfKeptSentences(report)}</li>}
            {moved === null ? null : <li>{moved}</li>}
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
      {isEmpty ? null : (
        <p className="report-figures">
          <span>{messageOfChangedWords(report)}</span>
          <span>{messageOfLinkDensity(report)}</span>
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
  /** One writer has woven all links: the author is not named at each. */
  readonly isByOne: boolean;
};

function ReportedLink({ link, name, isByOne }: ReportedLinkProps) {
  const { status, url, by, offer } = link;
  return (
    <li>
      <span className={`report-status report-${status}`}>{messageOfLinkStatus(link)}</span>
      <span className="report-name">{name}</span>
      <span className="report-url">{url}</span>
      {by === null || isByOne ? null : <span className="report-author">{messageOfAuthor(by)}</span>}
      {status === 'missing' && offer !== null ? (
        <span className="report-author">no passage about this</span>
      ) : null}
    </li>
  );
}
