import './transfer.css';

import { useEffect, useState } from 'react';

import { createTransferApi } from '#web/api/transfer-api.ts';
import { broadcastRefresh } from '#web/lib/events.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/lazy-part.tsx';

import { ChooseSource } from './choose-source.tsx';
import { createImportStore, type ImportStore, type ImportView } from './import-store.ts';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';

type ImportDialogProps = {
  /** A file or text that was dropped or pasted elsewhere. It is opened at once. */
  readonly source: File | string | null;
  /** Runs one write of links at a time, those of other parts of the page included. */
  readonly inTurn: <T>(write: () => Promise<T>) => Promise<T>;
  readonly onClose: () => void;
};

export function ImportDialog({ source, inTurn, onClose }: ImportDialogProps) {
  const [store] = useState(() => openStore(inTurn));
  const view = useStore(store);
  const isRunning = view.step === 'import' && view.progress.phase === 'running';

  useEffect(() => {
    if (source !== null) void store.open(source);
    return store.close;
  }, [store, source]);

  return (
    <Dialog
      title={view.step === 'source' ? 'Import and export' : 'Import links'}
      className={view.step === 'preview' ? 'dialog-import' : 'dialog-wide'}
      lightDismiss={false}
      // A running import is stopped first, and the dialog then shows how far it came.
      onClose={isRunning ? store.stop : onClose}
    >
      <Step store={store} view={view} onClose={onClose} />
    </Dialog>
  );
}

function openStore(inTurn: ImportDialogProps['inTurn']): ImportStore {
  const api = createTransferApi();
  const importLinks: typeof api.importLinks = (...links) => inTurn(() => api.importLinks(...links));
  return createImportStore({ ...api, importLinks }, () => broadcastRefresh());
}

type StepProps = { readonly store: ImportStore; readonly view: ImportView; readonly onClose: () => void };

function Step({ store, view, onClose }: StepProps) {
  switch (view.step) {
    case 'source':
      return <ChooseSource failure={view.failure} onChoose={(source) => void store.open(source)} />;
    case 'reading':
      return (
        <p className="transfer-reading">
          <Spinner label="Reading" />
          Reading {view.name}…
        </p>
      );
    case 'preview':
      return <ImportPreview store={store} view={view} />;
    case 'import':
      return <ImportProgress store={store} view={view} onClose={onClose} />;
  }
}
