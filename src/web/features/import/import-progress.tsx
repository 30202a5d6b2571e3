import { Download } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';

import { Button } from '#web/ui/button.tsx';
import { FocusedText } from '#web/ui/focused-text.tsx';

import type { ImportDesk } from './import-store.ts';
import type { ImportView } from './import-view.ts';
import type { Plan } from './plan-import.ts';
import type { ImportProgress as Progress, RefusedLink } from './import-run.ts';
import { countWords, linkCount } from './import-messages.ts';
import { refusedFile } from './refused-file.ts';

type ImportProgressProps = {
  readonly desk: ImportDesk;
  readonly view: Extract<ImportView, { step: 'import' }>;
  readonly onClose: () => void;
};

export function ImportProgress({ desk, view, onClose }: ImportProgressProps) {
  const progress = view.run.progress();
  const { phase, done, total } = progress;
  const isRunning = phase === 'running';
  return (
    <div className="transfer">
      <FocusedText key={phase} className="import-title">
        {title(progress)}
      </FocusedText>
      {phase === 'finished' ? null : (
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
      {isRunning ? null : <Outcome view={view} progress={progress} />}
      <div className="dialog-actions">
        {isRunning ? (
          <StopButton onStop={desk.stop} />
        ) : (
          <>
            <Button look={phase === 'finished' ? 'primary' : 'quiet'} onClick={onClose}>
              {phase === 'finished' ? 'Done' : 'Close'}
            </Button>
            {phase === 'finished' ? null : (
              <Button look="primary" onClick={() => void desk.goOn()}>
                Go on
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  );
}

function title({ phase, created }: Progress): string {
  if (phase === 'running') return 'Importing your links…';
  if (phase === 'finished') return `${countWords(created, 'link was', 'links were')} imported`;
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

type OutcomeProps = Pick<ImportProgressProps, 'view'> & { readonly progress: Progress };

function Outcome({ view, progress }: OutcomeProps) {
  const refused = useMemo(
    () => [...refusedRows(view.plan), ...progress.refused],
    [view.plan, progress.refused],
  );
  const skipped = view.plan.rows.length - progress.total - view.plan.counts.refused;
  return (
    <ul className="import-outcome">
      {progress.phase === 'finished' ? null : (
        <li>{countWords(progress.created, 'link is', 'links are')} imported.</li>
      )}
      {progress.kept === 0 ? null : (
        <li>{countWords(progress.kept, 'was', 'were')} there already, and stay as they are.</li>
      )}
      {skipped <= 0 ? null : <li>{countWords(skipped, 'row was', 'rows were')} skipped.</li>}
      {refused.length === 0 ? null : (
        <li>
          {countWords(refused.length, 'row was', 'rows were')} refused. <RefusedRows refused={refused} />
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
