import { ChevronDown, CircleCheck, TriangleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';

import type { EditAuthor } from '#core/edits/edit.ts';
import { wordsOfRelink } from '#core/relink/relink-edits.ts';
import type { EditClaim, LinkReport } from '#core/report/version-report.ts';
import type { EnglishText } from '#web/german/german.ts';
import { t } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { messageOfClaim, type EditedView, type VersionParts } from '#web/version-view/shown-version.ts';

import {
  messageOfKeptSentences,
  messageOfLinkStatus,
  messageOfMoved,
  messageOfReport,
  messagesOfWords,
  messagesOfDropped,
  messagesOfFaults,
  nameOf,
  reasonOf,
  takenOutOf,
  type Outdated,
} from './report-messages.ts';

type LinkReportViewProps = EditedView & {
  readonly isEmpty: boolean;
  readonly outdated: Outdated;
  readonly CopyReport?: VersionParts['CopyReport'];
  /** Drawn beside the figures. */
  readonly children: ReactNode;
};

/**
 * Says in one line what a version is. A press opens its report: each link, each claim and each unused edit. Faults have
 * lines of their own.
 */
export function LinkReportView(props: LinkReportViewProps) {
  const { shown, isEmpty, outdated, actions, children } = props;
  const { report, generation, version } = shown;
  const takenOut = takenOutOf(report, generation.report[version]);
  const faults = messagesOfFaults(
    { ...report, links: report.links.filter((link) => !takenOut.has(link.linkId)) },
    generation.links,
    outdated,
  );
  const isGood = faults.length + report.claims.length === 0;
  const id = useId();
  return (
    <div className="version-status">
      <Button
        look="plain"
        className={`report-button ${isGood ? 'report-good' : 'report-amiss'}`}
        icon={isGood ? CircleCheck : TriangleAlert}
        popoverTarget={id}
      >
        <span className="visually-hidden">{t('Report')}: </span>
        <span>{messageOfReport(report)}</span>
        <ChevronDown className="report-arrow" aria-hidden="true" size={16} />
      </Button>
      {actions === undefined ? null : <span className="version-history">{actions}</span>}
      {children}
      {faults.length === 0 ? null : (
        <ul className="report-faults">
          {faults.map((fault) => (
            <li key={fault} className={classOf(fault)}>
              {fault}
            </li>
          ))}
        </ul>
      )}
      <div className="report-details" popover="auto" id={id} role="dialog" aria-label={t('Report')}>
        <ReportDetails {...{ ...props, isEmpty, takenOut }} />
      </div>
    </div>
  );
}

type DetailsProps = Pick<
  LinkReportViewProps,
  'shown' | 'isEmpty' | 'places' | 'onSelect' | 'removed' | 'CopyReport'
> & {
  readonly takenOut: ReadonlySet<string>;
};

function ReportDetails(props: DetailsProps) {
  const { shown, isEmpty, places, onSelect, removed, takenOut, CopyReport } = props;
  const { report, generation } = shown;
  const context = {
    exchanged: new Set(shown.edits.flatMap(({ relink }) => relink?.url ?? [])),
    isByOne: new Set(report.links.flatMap(({ by }) => by ?? [])).size < 2,
    takenOut,
    places,
  };
  const named: NamedLink[] = report.links.map((link) => ({
    ...link,
    name: nameOf(link, generation.links),
    reason: reasonOf(link),
  }));
  return (
    <>
      {named.length === 0 ? null : (
        <ul className="report-links">{named.map((link) => lineOf(link, context))}</ul>
      )}
      <Exchanged shown={shown} />
      {removed}
      <Claims claims={report.claims} onSelect={onSelect} />
      <Notes shown={shown} isEmpty={isEmpty} />
      {isEmpty || CopyReport === undefined ? null : <CopyReport shown={shown} />}
    </>
  );
}

type NamedLink = LinkReport & { readonly name: string; readonly reason: string };

/** Lists the exchanged addresses, each once. */
function Exchanged({ shown: { edits, generation } }: Pick<LinkReportViewProps, 'shown'>) {
  const seen = new Set<string>();
  const relinks = edits.flatMap((edit) => {
    const { relink } = edit;
    if (relink === undefined || relink.isCopy === true || seen.has(relink.from)) return [];
    seen.add(relink.from);
    return { ...relink, words: wordsOfRelink(generation.text, edit) };
  });
  if (relinks.length === 0) return null;
  return (
    <ul className="report-links" aria-label={t('Links exchanged')}>
      {relinks.map(({ from, url, words }) => (
        <li key={from}>
          <span className="report-status">{t('Exchanged')}</span>
          <span className="report-name" dir="auto">
            {words}
          </span>
          <span className="report-url">{from}</span>
          <span className="report-url">
            <span className="visually-hidden">{t('now')} </span>
            <span aria-hidden="true">{'→ '}</span>
            {url}
          </span>
        </li>
      ))}
    </ul>
  );
}

type NotesProps = Pick<LinkReportViewProps, 'shown' | 'isEmpty'>;

function Notes({ shown: { report, generation }, isEmpty }: NotesProps) {
  const moved = messageOfMoved(report);
  const isBuiltIn = report.links.some(({ by }) => by === 'built-in');
  return (
    <ul className="report-notes">
      {isEmpty ? null : messagesOfWords(report).map((line) => <li key={line}>{line}</li>)}
      {isEmpty ? null : <li>{messageOfKeptSentences(report)}</li>}
      {moved === null ? null : <li>{moved}</li>}
      {generation.instructions !== undefined && isBuiltIn ? (
        <li>{t('The built-in writer ignores instructions.')}</li>
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
  );
}

type ClaimsProps = {
  readonly claims: readonly EditClaim[];
  readonly onSelect: EditedView['onSelect'];
};

/** A press on a claim leads to it in the text. */
function Claims({ claims, onSelect }: ClaimsProps) {
  if (claims.length === 0) return null;
  return (
    <ul className="report-claims">
      {claims.map((claim) => (
        <li key={[claim.editId, claim.kind, claim.text].join(' ')}>
          {onSelect === undefined ? (
            messageOfClaim(claim)
          ) : (
            <button
              type="button"
              className="report-claim"
              onClick={({ currentTarget }) => {
                currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
                onSelect(claim.editId);
              }}
            >
              {messageOfClaim(claim)}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

type PlaceProps = { readonly name: string; readonly onPlace: (() => void) | undefined };

function PlaceButton({ name, onPlace }: PlaceProps) {
  return onPlace === undefined ? null : (
    <Button look="plain" aria-label={t('Add it anyway: {name}', { name })} onClick={onPlace}>
      {t('Add it anyway')}
    </Button>
  );
}

/** Only a list of names is cut on a phone, not a sentence. */
function classOf(fault: string) {
  return fault.endsWith('.') ? undefined : 'report-names';
}

type LineContext = {
  /** The addresses that links of the author's own have now. */
  readonly exchanged: ReadonlySet<string>;
  /** Whether one writer has added all links. Then no line names the writer. */
  readonly isByOne: boolean;
  readonly takenOut: ReadonlySet<string>;
  readonly places: EditedView['places'];
};

function lineOf(link: NamedLink, { exchanged, isByOne, takenOut, places }: LineContext) {
  const { linkId, url, by, offer, name, reason } = link;
  const isTakenOut = takenOut.has(linkId);
  const isExchanged = exchanged.has(url);
  const status = isTakenOut ? 'taken-out' : link.status;
  const note = status === 'missing' && offer !== null ? t('nothing in your text matches') : reason;
  return (
    <li key={linkId}>
      <span className={`report-status report-${status}`}>
        {isTakenOut ? t('Removed') : messageOfLinkStatus(link, isExchanged)}
      </span>
      <span className="report-name">{name}</span>
      <span className="report-url">{url}</span>
      {by === null || isByOne || isExchanged ? null : <span className="report-author">{t(authors[by])}</span>}
      {note === '' ? null : <span className="report-author">{note}</span>}
      <PlaceButton name={name} onPlace={places?.get(linkId)} />
    </li>
  );
}

const authors = {
  model: 'by the model',
  repair: 'by the model, asked again',
  'built-in': 'by the built-in writer',
  user: 'by you',
} as const satisfies Record<EditAuthor, EnglishText>;
