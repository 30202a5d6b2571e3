import { useState, useSyncExternalStore } from 'react';

import type { Settings } from '#contract/settings.ts';
import type { Link } from '#core/links/link.ts';

import { broadcastRefresh } from '#web/lib/events.ts';
import type { PageGenerations } from '#web/features/generation/generation-controller.ts';
import type { LinkDesk } from '#web/links-client/list/link-desk.ts';
import { TransferButton } from '#web/features/import/transfer-button.tsx';
import {
  DeskFoot,
  ImportDialog,
  LinkForm,
  LinkManager,
  OwnKeyDialog,
  TermsDialog,
  YourDataDialog,
} from './lazy-parts.tsx';
import { PageFooter } from './page-footer.tsx';
import { PageHeader } from './page-header.tsx';
import { Announcer } from '#web/ui/announcer.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Workbench } from './workbench.tsx';

type AppProps = {
  readonly settings: Settings;
  readonly linkDesk: LinkDesk;
  readonly generations: PageGenerations;
};

/** The edit target of the link form: a link, or `new`; null while the form is closed. */
type FormTarget = Link | 'new' | null;

/** What else is open, one at a time; an import may come with what is to be imported. */
type OpenDialog = 'terms' | 'data' | 'own-key' | { readonly importing: File | string | null } | null;

/** The one place where features meet. */
export function App({ settings, linkDesk, generations }: AppProps) {
  const [formTarget, setFormTarget] = useState<FormTarget>(null);
  const [dialog, setDialog] = useState<OpenDialog>(null);

  return (
    <div className="page">
      <PageHeader brandName={settings.brandName} />
      <main className="desk">
        <Loading label="Loading your links">
          <LinkManager
            desk={linkDesk}
            onOpenForm={(link) => setFormTarget(link ?? 'new')}
            onFormLikely={LinkForm.preload}
            tools={
              <TransferButton
                onOpen={(file) => setDialog({ importing: file })}
                onLikely={ImportDialog.preload}
              />
            }
          />
        </Loading>
        <Workbench settings={settings} linkDesk={linkDesk} generations={generations}>
          <Loading label={null}>
            <DeskFoot
              settings={settings}
              generations={generations}
              onOpenOwnKey={() => setDialog('own-key')}
              onOwnKeyLikely={OwnKeyDialog.preload}
            />
          </Loading>
        </Workbench>
      </main>
      <PageFooter
        settings={settings}
        onOpenTerms={() => setDialog('terms')}
        onTermsLikely={TermsDialog.preload}
        onOpenData={() => setDialog('data')}
        onDataLikely={YourDataDialog.preload}
      />
      <Loading label={null}>
        {formTarget === null ? null : (
          <LinkForm
            desk={linkDesk}
            link={formTarget === 'new' ? null : formTarget}
            onClose={() => {
              setFormTarget(null);
              broadcastRefresh();
            }}
            onManyPasted={(text) => {
              setFormTarget(null);
              setDialog({ importing: text });
            }}
          />
        )}
        <Dialogs settings={settings} linkDesk={linkDesk} open={dialog} onClose={() => setDialog(null)} />
      </Loading>
      <Announcer />
    </div>
  );
}

type DialogsProps = Omit<AppProps, 'generations'> & {
  readonly open: OpenDialog;
  readonly onClose: () => void;
};

function Dialogs({ settings, linkDesk, open, onClose }: DialogsProps) {
  const unsaved = useSyncExternalStore(linkDesk.unsaved.subscribe, linkDesk.unsaved.count);
  if (open === null) return null;
  if (typeof open === 'object')
    return <ImportDialog source={open.importing} inTurn={linkDesk.inTurn} onClose={onClose} />;
  switch (open) {
    case 'terms':
      return <TermsDialog settings={settings} onClose={onClose} />;
    case 'data':
      return (
        <YourDataDialog
          unsaved={unsaved}
          copies={linkDesk.list.view().links.length}
          inTurn={linkDesk.changeWorkspace}
          onClose={onClose}
        />
      );
    case 'own-key':
      return <OwnKeyDialog settings={settings} onClose={onClose} />;
  }
}
