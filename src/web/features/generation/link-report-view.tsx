import { ChevronDown, CircleCheck, TriangleAlert } from 'lucide-react';

import type { EditAuthor } from '#core/edits/edit.ts';
import type { EditClaim, LinkReport } from '#core/report/version-report.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t, tCount } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { strong, tRich } from '#web/ui/rich-text.tsx';
import { messageOfClaim, type EditedView } from '#web/version-view/shown-version.ts';

import {
  messageOfKeptSentences,
  messageOfLinkStatus,
  messageOfMoved,
  messageOfReport,
  messageOfWords,
  messagesOfDropped,
  messagesOfFaults,
  nameOf,
  reasonOf,
  takenOutOf,
  type Outdated,
} from './report-messages.ts';

type Places = { readonly places: EditedView['places'] };
type Selection = { readonly onSelect: EditedView['onSelect'] };

type LinkReportViewProps = Pick<EditedView, 'shown'> &
  Places &
  Selection & {
    readonly isEmpty: boolean;
    readonly outdated: Outdated;
  };

/** How many claims, and how many links that were left out, have a line of their own beside the text. */
const mostLines = 2;

/**
 * Says what a version is, and shows its link check with its faults. The user can open it to see each link and unused
 * edit.
 */
export function LinkReportView(props: LinkReportViewProps) {
  const { shown, isEmpty, places, onSelect, outdated } = props;
  const { report, generation, version } = shown;
  const takenOut = takenOutOf(report, generation.report[version]);
  const faults = messagesOfFaults(
    { ...report, links: report.links.filter((link) => !takenOut.has(link.linkId)) },
    generation.links,
    outdated,
  );
  const named: NamedLink[] = report.links.map((link) => ({
    ...link,
    name: nameOf(link, generation.links),
    reason: reasonOf(link),
  }));
  const leftOut = named.filter(({ status }) => status === 'skipped');
  const isGood = faults.length + report.claims.length === 0;
  const Mark = isGood ? CircleCheck : TriangleAlert;
  const context = {
    isByOne: new Set(report.links.flatMap(({ by }) => by ?? [])).size < 2,
    takenOut,
    placed: new Map([...(places ?? [])].filter(([id]) => !isBesideText(id, leftOut))),
  };
  return (
    <div className={`report ${isGood ? 'report-good' : 'report-amiss'}`}>
      {isEmpty ? null : <p className="report-words">{messageOfWords(report)}</p>}
      <details>
        <summary>
          <Mark aria-hidden="true" size={17} />
          <span>{messageOfReport(report)}</span>
          <ChevronDown className="report-arrow" aria-hidden="true" size={17} />
        </summary>
        <div className="report-details">
          <ul className="report-links">{named.map((link) => lineOf(link, context))}</ul>
          <Notes shown={shown} isEmpty={isEmpty} />
        </div>
      </details>
      <Faults faults={faults} claims={report.claims} onSelect={onSelect} />
      <LeftOut links={leftOut} places={places} />
    </div>
  );
}

type NamedLink = LinkReport & { readonly name: string; readonly reason: string };

function isBesideText(id: string, leftOut: readonly NamedLink[]): boolean {
  return leftOut.slice(0, mostLines).some(({ linkId }) => linkId === id);
}

type NotesProps = Pick<LinkReportViewProps, 'shown' | 'isEmpty'>;

function Notes({ shown: { report, generation }, isEmpty }: NotesProps) {
  const moved = messageOfMoved(report);
  const isBuiltIn = report.links.some(({ by }) => by === 'built-in');
  return (
    <ul className="report-notes">
      {isEmpty ? null : <li>{messageOfKeptSentences(report)}</li>}
      {moved === null ? null : <li>{moved}</li>}
      {generation.instructions !== undefined && isBuiltIn ? (
        <li>{t('The built-in writer does not follow instructions.')}</li>
      ) : null}
      {report.claims.slice(mostLines).map((claim) => (
        <li key={keyOf(claim)}>{messageOfClaim(claim)}</li>
      ))}
      {messagesOfDropped(report.dropped).map(({ words, texts }) => (
        <li key={words}>
          {words}
          {texts.map((text) => (
            <q key={text}>{text}</q>
          ))}
        </li>
      ))}
    </ul>
  );
}

function keyOf({ editId, kind, text }: EditClaim): string {
  return [editId, kind, text].join(' ');
}

type FaultsProps = Selection & { readonly faults: readonly string[]; readonly claims: readonly EditClaim[] };

/** A press on a claim leads to it in the text. */
function Faults({ faults, claims, onSelect }: FaultsProps) {
  if (faults.length + claims.length === 0) return null;
  const more = claims.length - mostLines;
  return (
    <ul className="report-faults">
      {faults.map((fault) => (
        <li key={fault} className={classOf(fault)}>
          {fault}
        </li>
      ))}
      {claims.slice(0, mostLines).map((claim) => (
        <li key={keyOf(claim)}>
          {onSelect === undefined ? (
            messageOfClaim(claim)
          ) : (
            <button type="button" className="report-claim" onClick={() => onSelect(claim.editId)}>
              {messageOfClaim(claim)}
            </button>
          )}
        </li>
      ))}
      {more > 0 ? (
        <li>{tCount(more, '{count} more claim to check', '{count} more claims to check')}</li>
      ) : null}
    </ul>
  );
}

/** A longer reason is cut beside the text. The report has the whole one. In UTF-16 units. */
const longestReason = 90;

function shortened(reason: string): string {
  return reason.length <= longestReason
    ? reason
    : `${reason.slice(0, longestReason).replace(/\s\S*$/u, '')}…`;
}

/** Names the links that the writer left out. That is no fault, and one press puts such a link in. */
function LeftOut({ links, places }: Places & { readonly links: readonly NamedLink[] }) {
  if (links.length === 0) return null;
  const more = links.slice(mostLines);
  return (
    <ul className="report-left-out">
      {links.slice(0, mostLines).map(({ linkId, name, reason }) => (
        <li key={linkId}>
          <span>
            {reason === ''
              ? tRich('Left out: <b>{name}</b>', { b: strong }, { name })
              : tRich(
                  'Left out: <b>{name}</b> ({reason})',
                  { b: strong },
                  { name, reason: shortened(reason) },
                )}
          </span>{' '}
          <PlaceButton name={name} onPlace={places?.get(linkId)} />
        </li>
      ))}
      {more.length === 0 ? null : (
        <li className="report-names">
          {t('Also left out: {names}', { names: more.map(({ name }) => name).join('; ') })}
        </li>
      )}
    </ul>
  );
}

type PlaceProps = { readonly name: string; readonly onPlace: (() => void) | undefined };

function PlaceButton({ name, onPlace }: PlaceProps) {
  return onPlace === undefined ? null : (
    <Button look="plain" aria-label={t('Place it anyway: {name}', { name })} onClick={onPlace}>
      {t('Place it anyway')}
    </Button>
  );
}

/** Only a list of names is cut on a phone, not a sentence. */
function classOf(fault: string) {
  return fault.endsWith('.') ? undefined : 'report-names';
}

type LineContext = {
  /** Whether one writer has woven all links. Then no line names the writer. */
  readonly isByOne: boolean;
  readonly takenOut: ReadonlySet<string>;
  /** Puts in a link that was left out and has no line of its own beside the text. */
  readonly placed: NonNullable<EditedView['places']>;
};

function lineOf(link: NamedLink, { isByOne, takenOut, placed }: LineContext) {
  const { linkId, url, by, offer, name, reason } = link;
  const isTakenOut = takenOut.has(linkId);
  const status = isTakenOut ? 'taken-out' : link.status;
  const note = status === 'missing' && offer !== null ? t('no passage about this') : reason;
  return (
    <li key={linkId}>
      <span className={`report-status report-${status}`}>
        {isTakenOut ? t('Taken out') : messageOfLinkStatus(link)}
      </span>
      <span className="report-name">{name}</span>
      <span className="report-url">{url}</span>
      {by === null || isByOne ? null : <span className="report-author">{t(authors[by])}</span>}
      {note === '' ? null : <span className="report-author">{note}</span>}
      <PlaceButton name={name} onPlace={placed.get(linkId)} />
    </li>
  );
}

const authors = {
  model: 'by the model',
  repair: 'by the model, asked again',
  'built-in': 'by the built-in writer',
  user: 'by you',
} as const satisfies Record<EditAuthor, EnglishText>;
