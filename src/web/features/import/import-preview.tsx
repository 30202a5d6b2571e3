import { useId, useState } from 'react';

import { rowKinds, type PlannedRow, type RowKind } from '#core/link-files/import-plan.ts';
import { problemMessages } from '#core/errors/problem-messages.ts';
import { addressOf, type TableChoices } from '#core/link-files/link-table.ts';
import type { EnglishText } from '#web/german/german.ts';
import { formatNumber, t, tCount, translated } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceField, FocusedText, TextField } from '#web/ui/dialog.tsx';
import { FailureBox } from '#web/ui/lazy-part.tsx';

import type { ImportStore, PreviewState } from './import-store.ts';
import type { LinkSource } from './read-source.ts';

type ImportPreviewProps = { readonly store: ImportStore; readonly state: PreviewState };

/** What kind of source was recognized. */
const makerLabels = {
  own: 'exported from here',
  refused: 'exported from here',
  'pretty-links': 'an export of Pretty Links',
  'thirsty-affiliates': 'an export of ThirstyAffiliates',
  dub: 'an export of Dub',
  other: 'a table',
  bookmarks: 'bookmarks',
  html: 'the links of HTML',
  lines: 'read line by line',
} as const satisfies Record<LinkSource['maker'], EnglishText>;

/** Shows what the import will do with each row, before anything is sent. */
export function ImportPreview({ store, state }: ImportPreviewProps) {
  const { source, plan, lookup } = state;
  const [again, setAgain] = useState<readonly RowKind[]>(source.maker === 'own' ? ['twice'] : []);
  const kinds: readonly RowKind[] = ['new', ...again];
  const sumOf = (counts: Record<RowKind, number>) => kinds.reduce((sum, kind) => sum + counts[kind], 0);
  const count = sumOf(plan.counts);
  const isReady = lookup.phase === 'done' && count > 0;

  return (
    <div className="transfer">
      <FocusedText className="preview-source">
        <strong>{source.name}</strong>:{' '}
        {plan.rows.length === 0 ? null : `${tCount(plan.rows.length, '{count} row', '{count} rows')}, `}
        {t(makerLabels[source.maker])}.
      </FocusedText>
      {source.notes.map((note) => (
        <p className="preview-note" key={note}>
          {note}
        </p>
      ))}
      <AskForColumn store={store} state={state} />
      <ColumnChoices store={store} state={state} />
      {plan.rows.length === 0 ? null : <PreviewTable plan={plan} kinds={kinds} />}
      <Doubts
        store={store}
        plain={sumOf(plan.doubts.plain)}
        blank={sumOf(plan.doubts.blank)}
        escaped={sumOf(plan.doubts.escaped)}
      />
      <Again plan={plan} again={again} onChange={setAgain} />
      <Lookup store={store} state={state} />
      <div className="dialog-actions">
        <Button onClick={store.back}>{t('Back')}</Button>
        <Button look="primary" off={!isReady} onClick={() => store.start(kinds)}>
          {importLabel(count, isAsking(state))}
        </Button>
      </div>
    </div>
  );
}

/** Whether the user has to choose the column of the links first, because several may be it. */
function isAsking({ source, choices }: PreviewState): boolean {
  return source.choices !== null && choices?.url === null && source.candidates.length > 1;
}

function importLabel(count: number, isAskingFirst: boolean): string {
  if (isAskingFirst) return t('Choose a column first');
  return count === 0 ? t('Nothing to import') : tCount(count, 'Import {count} link', 'Import {count} links');
}

type DoubtsProps = Pick<ImportPreviewProps, 'store'> &
  Readonly<Record<'plain' | 'blank' | 'escaped', number>>;

/** Says how many addresses are doubtful. They are imported as they are, unless the user wants a correction. */
function Doubts({ store, plain, blank, escaped }: DoubtsProps) {
  return (
    <>
      {plain === 0 ? null : (
        <p className="preview-note">
          {tCount(
            plain,
            '{count} URL doesn’t start with https:// or http://. It is kept as written, but won’t be clickable.',
            '{count} URLs don’t start with https:// or http://. They are kept as written, but won’t be clickable.',
          )}
        </p>
      )}
      {blank === 0 ? null : (
        <p className="preview-note">
          {tCount(
            blank,
            '{count} URL contains a space and may have been broken into lines. It is kept as written.',
            '{count} URLs contain a space and may have been broken into lines. They are kept as written.',
          )}
        </p>
      )}
      {escaped === 0 ? null : (
        <p className="preview-note">
          {tCount(
            escaped,
            '{count} URL contains &amp;, as if copied from HTML source.',
            '{count} URLs contain &amp;, as if copied from HTML source.',
          )}{' '}
          <Button look="plain" onClick={() => void store.choose({ isUnescaped: true })}>
            {t('Use & instead')}
          </Button>
        </p>
      )}
    </>
  );
}

const examplesShown = 3;

/** Asks which column has the links, if several may. The first addresses of each show the difference. */
function AskForColumn({ store, state }: ImportPreviewProps) {
  const id = useId();
  const { source, choices } = state;
  if (source.choices === null || choices === null || !isAsking(state)) return null;
  const body = source.rows.slice(source.headerRows, source.headerRows + rowsLookedAt);
  return (
    <section className="column-question" aria-labelledby={id}>
      <h3 id={id}>{t('Which column is the link?')}</h3>
      <p className="field-note">
        {t('Several columns contain URLs. Choose the one with your affiliate links.')}
      </p>
      <ul>
        {source.candidates.map((column) => {
          const addresses = new Set(body.map((row) => addressOf(row, column)).filter((text) => text !== ''));
          return (
            <li key={column}>
              <Button onClick={() => void store.choose({ choices: { ...choices, url: column } })}>
                {columnName(source, column)}
              </Button>
              <ul>
                {[...addresses].slice(0, examplesShown).map((address) => (
                  <li className="preview-url" key={address} title={address}>
                    {address}
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const rowsLookedAt = 20;

type TableSource = Exclude<LinkSource, { choices: null }>;

function columnName({ columns }: TableSource, index: number): string {
  return columns[index] ?? t('Column {number}', { number: String(index + 1) });
}

/** Lets the user choose the columns of a table. Our own files need no choice. */
function ColumnChoices({ store, state }: ImportPreviewProps) {
  const { source, choices } = state;
  if (source.choices === null || choices === null || source.maker === 'own') return null;
  // The question comes first, because the preview is empty without an answer.
  if (isAsking(state)) return null;
  const columns = source.columns.map((_, index) => [String(index), columnName(source, index)] as const);
  const reason = choices.url === source.choices.url ? shortLinkMessage(source) : null;
  const choose = (change: Partial<TableChoices>) => void store.choose({ choices: { ...choices, ...change } });
  return (
    <fieldset className="column-choices">
      <legend className="visually-hidden">{t('Columns')}</legend>
      <ChoiceField
        label={t('URL')}
        value={choices.url ?? ''}
        options={choices.url === null ? [['', t('Please choose…')], ...columns] : columns}
        onChoose={(value) => choose({ url: columnOf(value), urlStart: '' })}
      />
      <ChoiceField
        label={t('Description')}
        value={choices.description ?? ''}
        options={[['', t('None')], ...columns]}
        onChoose={(value) => choose({ description: columnOf(value) })}
      />
      <ChoiceField
        label={t('If the description is empty')}
        value={choices.fallback ?? ''}
        options={[
          ['next', t('The next column or the host')],
          ['host', t('The host of the URL')],
          ['', t('Leave it empty')],
          ...columns,
        ]}
        onChoose={(value) =>
          choose({ fallback: value === 'next' || value === 'host' ? value : columnOf(value) })
        }
      />
      {source.slug !== null && choices.url === source.slug ? (
        // A change applies on blur or Enter, because it makes the page read every row again.
        <TextField
          key={source.name}
          label={t('The URL of your site')}
          note={t('Each short link starts with it.')}
          type="url"
          inputMode="url"
          placeholder={t('https://your-site.example/')}
          spellCheck={false}
          autoComplete="off"
          onBlur={({ currentTarget }) => choose({ urlStart: currentTarget.value })}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') choose({ urlStart: currentTarget.value });
          }}
        />
      ) : null}
      {reason === null ? null : <p className="field-note">{reason}</p>}
    </fieldset>
  );
}

/** Says why the target URL is proposed and not the short link. Null if there is no short link. */
function shortLinkMessage(source: TableSource): string | null {
  const { slug, maker, columns } = source;
  if (maker === 'dub')
    return t(
      'Your target URLs are used exactly as they are in the file. To use your short links instead, choose their column.',
    );
  if (slug === null) return null;
  return t(
    'Your target URLs are used exactly as they are in the file. It has only the ends of your short links: to use those, choose “{column}” and enter the URL of your site.',
    { column: columns[slug] ?? '' },
  );
}

function columnOf(value: string): number | null {
  return value === '' ? null : Number(value);
}

type AgainProps = Pick<PreviewState, 'plan'> & {
  readonly again: readonly RowKind[];
  readonly onChange: (again: readonly RowKind[]) => void;
};

/** Offers to save rows whose URL is saved already or is in an earlier row. Otherwise they are skipped. */
function Again({ plan, again, onChange }: AgainProps) {
  const id = useId();
  const labels = {
    saved: tCount(
      plan.counts.saved,
      'Also save {count} link that you already have',
      'Also save {count} links that you already have',
    ),
    twice: tCount(
      plan.counts.twice,
      'Also save {count} duplicate (already in a row above)',
      'Also save {count} duplicates (already in a row above)',
    ),
  };
  return (['saved', 'twice'] as const).map((kind) =>
    plan.counts[kind] === 0 ? null : (
      <label className="preview-again" key={kind} htmlFor={`${id}-${kind}`}>
        <input
          id={`${id}-${kind}`}
          type="checkbox"
          checked={again.includes(kind)}
          onChange={({ target }) =>
            onChange(target.checked ? [...again, kind] : again.filter((other) => other !== kind))
          }
        />
        {labels[kind]}
      </label>
    ),
  );
}

function Lookup({ store, state: { lookup } }: ImportPreviewProps) {
  if (lookup.phase === 'done') return null;
  if (lookup.phase === 'running') {
    return (
      <p className="preview-note" role="status">
        {t('Checking which links are already saved…')}{' '}
        <progress aria-label={t('Links checked')} max={Math.max(1, lookup.total)} value={lookup.done} />
      </p>
    );
  }
  return (
    <FailureBox
      message={`${t('We couldn’t check which links are already saved.')} ${translated(lookup.message)}`}
      onRetry={() => void store.choose({})}
    />
  );
}

const kindLabels = {
  new: 'New',
  saved: 'Already saved',
  twice: 'Duplicate',
  refused: 'Not usable',
} as const satisfies Record<RowKind, EnglishText>;

const outcomes = {
  saved: { again: 'Already saved: saved again', skipped: 'Already saved: skipped' },
  twice: { again: 'Duplicate: saved again', skipped: 'Duplicate: skipped' },
} as const satisfies Partial<Record<RowKind, Record<'again' | 'skipped', EnglishText>>>;

function rowMessage({ kind, reason }: PlannedRow, isChosen: boolean): string {
  if (kind === 'refused') return skippedMessage(reason ?? '');
  if (kind === 'new') return t(kindLabels.new);
  return t(outcomes[kind][isChosen ? 'again' : 'skipped']);
}

function skippedMessage(reason: string): string {
  return reason === problemMessages['url-required']
    ? t('Skipped: no URL')
    : t('Skipped: {reason}', { reason: translated(reason) });
}

const pageSize = 50;

type PreviewTableProps = Pick<PreviewState, 'plan'> & {
  /** The kinds of rows that will be saved. */
  readonly kinds: readonly RowKind[];
};

function PreviewTable({ plan, kinds }: PreviewTableProps) {
  const [filter, setFilter] = useState<RowKind | null>(null);
  const [page, setPage] = useState(0);
  const shown = filter === null ? plan.rows : plan.rows.filter(({ kind }) => kind === filter);
  const pages = Math.max(1, Math.ceil(shown.length / pageSize));
  const at = Math.min(page, pages - 1);

  return (
    <div className="preview">
      <div className="preview-filters" role="group" aria-label={t('Rows shown')}>
        {[null, ...rowKinds].map((kind) => {
          const count = kind === null ? plan.rows.length : plan.counts[kind];
          return (
            <button
              key={kind}
              type="button"
              className={`preview-filter ${kind === null ? '' : `preview-${kind}`}`}
              aria-pressed={filter === kind}
              disabled={count === 0}
              onClick={() => {
                setFilter(kind);
                setPage(0);
              }}
            >
              {t(kind === null ? 'All' : kindLabels[kind])} <strong>{formatNumber(count)}</strong>
            </button>
          );
        })}
      </div>
      <Rows rows={shown.slice(at * pageSize, (at + 1) * pageSize)} kinds={kinds} />
      {pages === 1 ? null : (
        <nav className="preview-pager" aria-label={t('Pages of rows')}>
          <Button off={at === 0} onClick={() => setPage(at - 1)}>
            {t('Previous')}
          </Button>
          <span aria-live="polite">{t('Page {page} of {pages}', { page: at + 1, pages })}</span>
          <Button off={at === pages - 1} onClick={() => setPage(at + 1)}>
            {t('Next')}
          </Button>
        </nav>
      )}
    </div>
  );
}

function Rows({ rows, kinds }: Pick<PreviewTableProps, 'kinds'> & { readonly rows: readonly PlannedRow[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
    <div className="preview-rows" tabIndex={0} role="region" aria-label={t('Rows')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Row')}</th>
            <th scope="col">{t('Link')}</th>
            <th scope="col">{t('What happens')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no other name: a line may hold several links
            <tr key={index} className={`preview-row preview-${row.kind}`}>
              <td className="preview-number">{row.row}</td>
              <td className="preview-link">
                <span className="preview-description">{row.description}</span>
                <span className="preview-url" title={row.url}>
                  {row.url}
                </span>
              </td>
              <td className="preview-fate">{rowMessage(row, kinds.includes(row.kind))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
