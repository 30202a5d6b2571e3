import { Download } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';

import { linksAtMost } from '#contract/generations.ts';
import { csvLine, guardCell } from '#core/link-files/csv.ts';
import { refusedColumns } from '#core/link-files/link-table.ts';
import { linkFieldNames } from '#core/links/link.ts';
import { t, tCount, translated } from '#web/lib/language.ts';
import type { Selection } from '#web/links-client/list/selection.ts';
import { Button } from '#web/ui/button.tsx';
import { FocusedText } from '#web/ui/dialog.tsx';
import { FailureBox } from '#web/ui/lazy-part.tsx';

import type { ImportStore, RefusedLink, RunState } from './import-store.ts';

type ImportProgressProps = {
  readonly store: ImportStore;
  readonly state: RunState;
  readonly onClose: () => void;
};

export function ImportProgress({ store, state, onClose }: ImportProgressProps) {
  const { step, done, total, ids } = state;
  const titles = {
    importing: t('Importing your links…'),
    done: tCount(ids.length, '{count} link was imported', '{count} links were imported'),
    stopped: t('The import was stopped'),
    failed: t('The import was interrupted'),
  };
  return (
    <div className="transfer">
      <FocusedText key={step} className="import-title">
        {titles[step]}
      </FocusedText>
      {step === 'done' ? null : (
        <>
          <progress className="import-bar" aria-label={t('Links imported')} max={total} value={done} />
          <p className="preview-note">
            {tCount(total, '{done} of {count} link', '{done} of {count} links', { done })}
          </p>
        </>
      )}
      <FailureBox
        message={
          step === 'failed'
            ? `${translated(state.message)} ${t('What was imported so far is saved. Nothing will be saved twice.')}`
            : null
        }
      />
      {step === 'importing' ? null : <Outcome state={state} />}
      <div className="dialog-actions">
        {step === 'importing' ? (
          <StopButton onStop={store.stop} />
        ) : (
          <Button look={step === 'done' ? 'primary' : 'quiet'} onClick={onClose}>
            {step === 'done' ? t('Done') : t('Close')}
          </Button>
        )}
        {step === 'stopped' || step === 'failed' ? (
          <Button look="primary" onClick={() => void store.resume()}>
            {t('Continue')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function StopButton({ onStop }: { readonly onStop: () => void }) {
  const [isStopping, setStopping] = useState(false);
  return (
    <Button
      off={isStopping}
      onClick={() => {
        setStopping(true);
        onStop();
      }}
    >
      {isStopping ? t('Stopping…') : t('Stop')}
    </Button>
  );
}

function Outcome({ state }: Pick<ImportProgressProps, 'state'>) {
  const { step, plan, ids, ticked, kept, total } = state;
  const refused = useMemo(() => {
    const rows = plan.rows.flatMap(({ reason, ...row }) => (reason === null ? [] : { ...row, reason }));
    return [...rows, ...state.refused];
  }, [plan, state.refused]);
  const skipped = plan.rows.length - total - plan.counts.refused;
  const lines = [
    step !== 'done' && tCount(ids.length, '{count} link is imported.', '{count} links are imported.'),
    tickedMessage(ids.length, ticked),
    kept > 0 &&
      tCount(
        kept,
        '{count} was already saved and stays as it is.',
        '{count} were already saved and stay as they are.',
      ),
    skipped > 0 && tCount(skipped, '{count} row was skipped.', '{count} rows were skipped.'),
  ];
  return (
    <ul className="import-outcome">
      {lines.map((line) => line && <li key={line}>{line}</li>)}
      {refused.length === 0 ? null : (
        <li>
          {tCount(refused.length, '{count} row couldn’t be imported.', '{count} rows couldn’t be imported.')}{' '}
          <RefusedRows refused={refused} />
        </li>
      )}
    </ul>
  );
}

export type Ticks = Pick<Selection, 'get' | 'has' | 'tickAll'>;

/** An import of more links is a whole collection, and nobody weaves a collection into one text. */
const tickedAtMost = 50;

/** Ticks imported links, as an added link is ticked. Ticks none if there are too many. Returns how many are ticked. */
export function tickImported(ids: readonly string[], selection: Ticks): number {
  const fresh = ids.filter((id) => !selection.has(id));
  const fits = selection.get().length + fresh.length <= linksAtMost;
  if (ids.length <= tickedAtMost && fits) selection.tickAll(fresh);
  return ids.filter((id) => selection.has(id)).length;
}

/** Says at the end of an import which of the links are ticked. Null if nothing was imported. */
function tickedMessage(imported: number, ticked: number): string | null {
  if (imported === 0) return null;
  if (ticked === imported) return imported === 1 ? t('It is selected.') : t('All are selected.');
  if (ticked > 0)
    return tCount(
      ticked,
      '{count} is selected. Tick any others you want.',
      '{count} are selected. Tick any others you want.',
    );
  return imported > tickedAtMost
    ? t('None is selected, because there are more than {limit}. Tick the ones you want.', {
        limit: tickedAtMost,
      })
    : t('None is selected, because a text takes at most {limit} links. Tick the ones you want.', {
        limit: linksAtMost,
      });
}

/** A CSV file of the refused rows with the reasons. The user can correct it and import it again. */
function RefusedRows({ refused }: { readonly refused: readonly RefusedLink[] }) {
  const address = useMemo(() => {
    const lines = refused.map((link) => {
      const fields = linkFieldNames.map((name) => guardCell(link[name]));
      return csvLine([String(link.row), ...fields, translated(link.reason)]);
    });
    const parts = ['\uFEFF', csvLine(refusedColumns), ...lines];
    return URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  }, [refused]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <a className="button button-plain" href={address} download="refused-links.csv">
      <Download aria-hidden="true" size={16} />
      {t('Download them with reasons')}
    </a>
  );
}
