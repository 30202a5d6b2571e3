import { useState } from 'react';

import type { Link } from '#core/links/link.ts';

import { broadcastRefresh } from '#web/lib/events.ts';
import type { PageGenerations } from '#web/features/generation/generation-controller.ts';
import { TransferButton } from '#web/features/import/transfer-button.tsx';
import {
  createStoreParts,
  ImportDialog,
  LinkForm,
  LinkManager,
  OwnKeyDialog,
  TermsDialog,
  YourDataDialog,
} from './lazy-parts.tsx';
import type { PageStores } from './choose-writer.ts';
import { PageFooter } from './page-footer.tsx';
import { PageHeader } from './page-header.tsx';
import { Announcer } from '#web/ui/announcer.tsx';
import { Loading } from '#web/ui/lazy-part.tsx';
import { Workbench } from './workbench.tsx';
import { useStore } from '#web/lib/use-store.ts';

type AppProps = { readonly stores: PageStores; readonly generations: PageGenerations };

/** The open dialog. The form edits a link, or a new one; an import can start with a file or a text. */
type OpenDialog =
  | 'terms'
  | 'data'
  | 'own-key'
  | { readonly editing: Link | null }
  | { readonly importing: File | string | null }
  | null;

/** The whole page. Features meet only here and in its neighbours. */
export function App({ stores, generations }: AppProps) {
  const { settings, linksController } = stores;
  const [{ WriterStatus, versionParts }] = useState(() => createStoreParts(stores, generations));
  const [dialog, setDialog] = useState<OpenDialog>(null);

  return (
    <div className="page">
      <PageHeader brandName={settings.brandName} />
      <main className="desk">
        <Loading label="Loading your links">
          <LinkManager
            controller={linksController}
            onOpenForm={(link) => setDialog({ editing: link ?? null })}
            onFormLikely={LinkForm.preload}
            tools={
              <TransferButton
                onOpen={(file) => setDialog({ importing: file })}
                onLikely={ImportDialog.preload}
              />
            }
          />
        </Loading>
        <Workbench stores={stores} generations={generations} versionParts={versionParts}>
          <Loading label={null}>
            <WriterStatus
              generations={generations}
              onOpenOwnKey={() => setDialog('own-key')}
              onOwnKeyLikely={OwnKeyDialog.preload}
            />
          </Loading>
        </Workbench>
      </main>
      <PageFooter settings={settings} onOpen={setDialog} />
      <Loading label={null}>
        <Dialogs stores={stores} open={dialog} onOpen={setDialog} />
      </Loading>
      <Announcer />
    </div>
  );
}

type DialogsProps = Pick<AppProps, 'stores'> & {
  readonly open: OpenDialog;
  readonly onOpen: (dialog: OpenDialog) => void;
};

function Dialogs({ stores: { settings, linksController, ownKey }, open, onOpen }: DialogsProps) {
  const unsaved = useStore(linksController.unsaved).count;
  const onClose = () => onOpen(null);
  if (open === null) return null;
  if (open === 'terms') return <TermsDialog settings={settings} onClose={onClose} />;
  if (open === 'own-key') return <OwnKeyDialog ownKey={ownKey} settings={settings} onClose={onClose} />;
  if (open === 'data')
    return (
      <YourDataDialog
        unsaved={unsaved}
        copies={linksController.list.get().links.length}
        inTurn={linksController.changeWorkspace}
        onClose={onClose}
      />
    );
  if ('importing' in open)
    return <ImportDialog source={open.importing} inTurn={linksController.inTurn} onClose={onClose} />;
  return (
    <LinkForm
      controller={linksController}
      link={open.editing}
      onClose={() => {
        onClose();
        broadcastRefresh();
      }}
      onManyPasted={(text) => onOpen({ importing: text })}
    />
  );
}
