import { Download } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';

import { csvLine, guardCell } from '#core/link-files/csv-cell.ts';
import { Button } from '#web/ui/button.tsx';
import { FocusedText } from '#web/ui/dialog.tsx';

import type { ImportStore, ImportView } from './import-store.ts';
import type { Plan } from './plan-import.ts';
import type { ImportProgress as Progress, RefusedLink } from './import-run.ts';
import { countMessage, linkCount } from './import-messages.ts';

type ImportProgressProps = {
  readonly store: ImportStore;
  readonly view: Extract<ImportView, { step: 'import' }>;
  readonly onClose: () => void;
};

export function ImportProgress({ store, view, onClose }: ImportProgressProps) {
  const { progress } = view;
  const { phase, done, total } = progress;
  const isRunning = phase === 'running';
  const isFinished = phase === 'finished';
  return (
    <div className="transfer">
      <FocusedText key={phase} className="import-title">
        {title(progress)}
      </FocusedText>
      {isFinished ? null : (
        <>
          <progress className="import-bar" aria-label="Links imported" max={total} value={done} />
          <p className="preview-note">
            {done.toLocaleString('en')} of {linkCount(total)}
          </p>
        </>
      )}
      {progress.failure === null ? null : (
        <p className="red-box" role="alert">
          {progress.failure} What was imported so far is saved, and nothing will be saved twice.
        </p>
      )}
      {isRunning ? null : <Outcome view={view} />}
      <div className="dialog-actions">
        {isRunning ? <StopButton onStop={store.stop} /> : null}
        {isRunning ? null : (
          <Button look={isFinished ? 'primary' : 'quiet'} onClick={onClose}>
            {isFinished ? 'Done' : 'Close'}
          </Button>
        )}
        {isRunning || isFinished ? null : (
          <Button look="primary" onClick={() => void store.goOn()}>
            Go on
          </Button>
        )}
      </div>
    </div>
  );
}

function title({ phase, created }: Progress): string {
  if (phase === 'running') return 'Importing your links…';
  if (phase === 'finished') return `${countMessage(created, 'link was', 'links were')} imported`;
  return phase === 'stopped' ? 'The import was stopped' : 'The import was interrupted';
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
      {isStopping ? 'Stopping…' : 'Stop'}
    </Button>
  );
}

function Outcome({ view: { plan, progress } }: Pick<ImportProgressProps, 'view'>) {
  const refused = useMemo(() => [...refusedRows(plan), ...progress.refused], [plan, progress.refused]);
  const skipped = plan.rows.length - progress.total - plan.counts.refused;
  return (
    <ul className="import-outcome">
      {progress.phase === 'finished' ? null : (
        <li>{countMessage(progress.created, 'link is', 'links are')} imported.</li>
      )}
      {progress.kept === 0 ? null : (
        <li>{countMessage(progress.kept, 'was', 'were')} there already, and stay as they are.</li>
      )}
      {skipped <= 0 ? null : <li>{countMessage(skipped, 'row was', 'rows were')} skipped.</li>}
      {refused.length === 0 ? null : (
        <li>
          {countMessage(refused.length, 'row was', 'rows were')} refused. <RefusedRows refused={refused} />
        </li>
      )}
    </ul>
  );
}

function refusedRows({ rows }: Plan): RefusedLink[] {
  return rows.flatMap(({ row, url, description, reason }) =>
    reason === null ? [] : { row, url, description, reason },
  );
}

function RefusedRows({ refused }: { readonly refused: readonly RefusedLink[] }) {
  const address = useMemo(() => URL.createObjectURL(refusedFile(refused)), [refused]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <a className="button button-plain" href={address} download="refused-links.csv">
      <Download aria-hidden="true" size={16} />
      Download them with the reasons
    </a>
  );
}

/** A CSV file of the refused rows with the reasons. The user can correct it and import it again. */
function refusedFile(links: readonly RefusedLink[]): Blob {
  const lines = links.map(({ row, url, description, reason }) =>
    csvLine([String(row), guardCell(url), guardCell(description), reason]),
  );
  return new Blob(['\uFEFF', csvLine(['row', 'url', 'description', 'reason']), ...lines], {
    type: 'text/csv;charset=utf-8',
  });
}
