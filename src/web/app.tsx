import { useEffect, useState, useSyncExternalStore } from 'react';

import type { Settings } from '#contract/settings.ts';
import type { Link } from '#core/link/link.ts';

import { broadcastRefresh, broadcastReset, onReset } from './events.ts';
import { ContentPanel } from './features/content/content-panel.tsx';
import type { EnhancedDesk } from './features/enhanced/enhanced-desk.ts';
import { EnhancedPanel } from './features/enhanced/enhanced-panel.tsx';
import type { LinkDesk } from './features/links/link-desk.ts';
import { unsavedWords } from './features/links/unsaved-words.ts';
import { TransferButton } from './features/transfer/transfer-button.tsx';
import {
  ImportDialog,
  LinkForm,
  LinkManager,
  preloadImport,
  preloadLinkForm,
  preloadTerms,
  preloadYourData,
  TermsDialog,
  YourDataDialog,
} from './lazy-parts.tsx';
import { PageFooter } from './page-footer.tsx';
import { PageHeader } from './page-header.tsx';
import { useSuggesting } from './suggesting.tsx';
import { announce, Announcer } from './ui/announcer.tsx';
import { Loading } from './ui/loading.tsx';

type AppProps = {
  readonly settings: Settings;
  readonly linkDesk: LinkDesk;
  readonly enhancedDesk: EnhancedDesk;
};

/** The edit target of the link form: a link, or `new`; null while the form is closed. */
type FormTarget = Link | 'new' | null;

/** What else is open, one at a time; an import may come with what is to be imported. */
type OpenDialog = 'terms' | 'data' | { readonly importing: File | string | null } | null;

/** The one place where features meet. */
export function App({ settings, linkDesk, enhancedDesk }: AppProps) {
  const [formTarget, setFormTarget] = useState<FormTarget>(null);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const unsaved = useSyncExternalStore(linkDesk.unsaved.subscribe, linkDesk.unsaved.count);
  const closeDialog = () => setDialog(null);

  return (
    <div className="page">
      <PageHeader brandName={settings.brandName} />
      <main className="desk">
        <Loading label="Loading your links">
          <LinkManager
            desk={linkDesk}
            onOpenForm={(link) => setFormTarget(link ?? 'new')}
            onFormLikely={preloadLinkForm}
            tools={
              <TransferButton onOpen={(file) => setDialog({ importing: file })} onLikely={preloadImport} />
            }
          />
        </Loading>
        <Workbench linkDesk={linkDesk} enhancedDesk={enhancedDesk} />
      </main>
      <PageFooter
        settings={settings}
        onOpenTerms={() => setDialog('terms')}
        onTermsLikely={preloadTerms}
        onOpenData={() => setDialog('data')}
        onDataLikely={preloadYourData}
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
        {dialog === 'terms' ? <TermsDialog settings={settings} onClose={closeDialog} /> : null}
        {dialog === 'data' ? (
          <YourDataDialog unsaved={unsaved} inTurn={linkDesk.changeWorkspace} onClose={closeDialog} />
        ) : null}
        {typeof dialog === 'object' && dialog !== null ? (
          <ImportDialog source={dialog.importing} inTurn={linkDesk.inTurn} onClose={closeDialog} />
        ) : null}
      </Loading>
      <Announcer />
    </div>
  );
}

/** Content on one side, its versions on the other. */
function Workbench({ linkDesk, enhancedDesk }: Omit<AppProps, 'settings'>) {
  const { selection } = linkDesk;
  const { run, live } = enhancedDesk;
  const [content, setContent] = useState('');
  const [knownUrls, setKnownUrls] = useState<readonly string[]>([]);
  const linkIds = useSyncExternalStore(selection.subscribe, selection.ids);
  const state = useSyncExternalStore(run.subscribe, run.state);
  const suggesting = useSuggesting({ content, linkIds, selection });

  useEffect(
    () =>
      onReset(() => {
        run.reset();
        selection.clear();
        setContent('');
        announce('Everything cleared');
      }),
    [run, selection],
  );

  async function generate(): Promise<void> {
    const urls = linkDesk.seen(linkIds).map((link) => link.url);
    setKnownUrls(urls);
    const prepare = async () => {
      const words = unsavedWords(await linkDesk.saveAll(linkIds));
      if (words !== null) throw new Error(words);
    };
    // Whether a link is still there, the server knew best: afterwards the list asks it again.
    await run.start({ content, linkIds, knownUrls: urls, prepare });
    await linkDesk.refresh();
  }

  return (
    <>
      <ContentPanel
        content={content}
        chosenLinks={linkIds.length}
        phase={state.phase}
        onChange={setContent}
        onGenerate={() => void generate()}
        onGenerateLikely={enhancedDesk.preload}
        onReset={broadcastReset}
        field={suggesting.field}
        moreActions={suggesting.button}
        belowField={suggesting.panel}
      />
      <EnhancedPanel state={state} live={live} knownUrls={knownUrls} onStop={run.stop} />
    </>
  );
}
