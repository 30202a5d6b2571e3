import './transfer.css';

import { useEffect, useState, useSyncExternalStore } from 'react';

import { createTransferApi } from '#web/api/transfer-api.ts';
import { broadcastRefresh } from '#web/lib/events.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { ChooseSource } from './choose-source.tsx';
import { createImportDesk } from './import-store.ts';
import type { ImportDesk } from './import-store.ts';
import type { ImportView } from './import-view.ts';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';

type ImportDialogProps = {
  /** What was dropped or pasted elsewhere, to be looked at at once. */
  readonly source: File | string | null;
  /** Runs one write of links at a time, whoever else writes. */
  readonly inTurn: <T>(write: () => Promise<T>) => Promise<T>;
  readonly onClose: () => void;
};

export function ImportDialog({ source, inTurn, onClose }: ImportDialogProps) {
  const [desk] = useState(() => openDesk(inTurn));
  const view = useSyncExternalStore(desk.subscribe, desk.view);
  const isRunning = view.step === 'import' && view.run.progress().phase === 'running';

  useEffect(() => {
    if (source !== null) void desk.open(source);
    return desk.close;
  }, [desk, source]);

  return (
    <Dialog
      title={view.step === 'source' ? 'Import and export' : 'Import links'}
      className={view.step === 'preview' ? 'dialog-import' : 'dialog-wide'}
      lightDismiss={false}
      // What is under way is stopped first: how far it came is worth seeing.
      onClose={isRunning ? desk.stop : onClose}
    >
      <Step desk={desk} view={view} onClose={onClose} />
    </Dialog>
  );
}

function openDesk(inTurn: ImportDialogProps['inTurn']): ImportDesk {
  const api = createTransferApi();
  const importLinks: typeof api.importLinks = (...links) => inTurn(() => api.importLinks(...links));
  return createImportDesk({ ...api, importLinks }, () => broadcastRefresh());
}

type StepProps = { readonly desk: ImportDesk; readonly view: ImportView; readonly onClose: () => void };

function Step({ desk, view, onClose }: StepProps) {
  switch (view.step) {
    case 'source':
      return <ChooseSource failure={view.failure} onChoose={(source) => void desk.open(source)} />;
    case 'reading':
      return (
        <p className="transfer-reading">
          <Spinner label="Reading" />
          Reading {view.name}…
        </p>
      );
    case 'preview':
      return <ImportPreview desk={desk} view={view} />;
    case 'import':
      return <ImportProgress desk={desk} view={view} onClose={onClose} />;
  }
}
