import { Download } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';

import { csvLine, guardCell } from '#core/link-files/csv.ts';
import { refusedColumns } from '#core/link-files/link-table.ts';
import { linkFieldNames } from '#core/links/link.ts';
import { t, tCount, translated } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { FocusedText } from '#web/ui/dialog.tsx';
import { FailureBox } from '#web/ui/lazy-part.tsx';

import { tickedMessage } from './tick-imported.ts';
import type { ImportStore, ImportView, RefusedLink } from './import-store.ts';

type ImportProgressProps = {
  readonly store: ImportStore;
  readonly view: Extract<ImportView, { step: 'import' }>;
  readonly onClose: () => void;
};

export function ImportProgress({ store, view, onClose }: ImportProgressProps) {
  const { phase, done, total, ids, failure } = view.progress;
  const isFinished = phase === 'finished';
  const titles = {
    running: t('Importing your links…'),
    finished: tCount(ids.length, '{count} link was imported', '{count} links were imported'),
    stopped: t('The import was stopped'),
    failed: t('The import was interrupted'),
  };
  return (
    <div className="transfer">
      <FocusedText key={phase} className="import-title">
        {titles[phase]}
      </FocusedText>
      {isFinished ? null : (
        <>
          <progress className="import-bar" aria-label={t('Links imported')} max={total} value={done} />
          <p className="preview-note">
            {tCount(total, '{done} of {count} link', '{done} of {count} links', { done })}
          </p>
        </>
      )}
      <FailureBox
        message={
          failure === null
            ? null
            : `${translated(failure)} ${t('What was imported so far is saved, and nothing will be saved twice.')}`
        }
      />
      {phase === 'running' ? null : <Outcome view={view} />}
      <div className="dialog-actions">
        {phase === 'running' ? (
          <StopButton onStop={store.stop} />
        ) : (
          <Button look={isFinished ? 'primary' : 'quiet'} onClick={onClose}>
            {isFinished ? t('Done') : t('Close')}
          </Button>
        )}
        {phase === 'stopped' || phase === 'failed' ? (
          <Button look="primary" onClick={() => void store.goOn()}>
            {t('Go on')}
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

function Outcome({ view: { plan, progress } }: Pick<ImportProgressProps, 'view'>) {
  const refused = useMemo(() => {
    const rows = plan.rows.flatMap(({ reason, ...row }) => (reason === null ? [] : { ...row, reason }));
    return [...rows, ...progress.refused];
  }, [plan, progress.refused]);
  const ticked = tickedMessage(progress.ids.length, progress.ticked);
  const skipped = plan.rows.length - progress.total - plan.counts.refused;
  return (
    <ul className="import-outcome">
      {progress.phase === 'finished' ? null : (
        <li>{tCount(progress.ids.length, '{count} link is imported.', '{count} links are imported.')}</li>
      )}
      {ticked === null ? null : <li>{ticked}</li>}
      {progress.kept === 0 ? null : (
        <li>
          {tCount(
            progress.kept,
            '{count} was there already, and stay as they are.',
            '{count} were there already, and stay as they are.',
          )}
        </li>
      )}
      {skipped <= 0 ? null : (
        <li>{tCount(skipped, '{count} row was skipped.', '{count} rows were skipped.')}</li>
      )}
      {refused.length === 0 ? null : (
        <li>
          {tCount(refused.length, '{count} row was refused.', '{count} rows were refused.')}{' '}
          <RefusedRows refused={refused} />
        </li>
      )}
    </ul>
  );
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
      {t('Download them with the reasons')}
    </a>
  );
}
