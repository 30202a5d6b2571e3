import type { LinkFields } from '#core/links/link.ts';
import { LinkManager } from '#web/features/links/link-manager.tsx';
import { TransferButton } from '#web/features/import/transfer-button.tsx';
import { Announcer } from '#web/ui/announcer.tsx';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';
import { createWorkbench } from './workbench.tsx';
import { t } from '#web/lib/language.ts';
import { linkDraft } from '#web/lib/storage.ts';
import { createStore, useStore, type ReadonlyStore } from '#web/lib/store.ts';
import { useId, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { OpenDialog } from './dialogs.tsx';
import type { PageStores } from './page-memory.tsx';

const loadDialogs = () => import('./dialogs.tsx');
const Dialogs = lazyPart(async () => (await loadDialogs()).Dialogs);
const PageFooter = lazyPart(async () => (await loadDialogs()).PageFooter);

/** Returns a function that loads a dialog before it opens. A failure is shown only when the dialog opens. */
const preloadOf = (name: 'LinkForm' | 'ImportDialog') => () =>
  void loadDialogs().then(
    (dialogs) => dialogs[name].preload(),
    () => {},
  );
const HowItWorksText = lazyPart(async () => (await import('./writer-texts.tsx')).HowItWorksText);

/** The open dialog, and how many were opened and closed before. */
type CountedDialog = { readonly open: OpenDialog; readonly count: number };

/**
 * Returns the whole page. Features meet only in this folder.
 * @param broughtLink The link in the address of the page; null if there is none.
 */
export function createApp(stores: PageStores, broughtLink: LinkFields | null) {
  const { linksController } = stores;
  const Workbench = createWorkbench(stores);
  const WriterStatus = lazyPart(async () => (await import('./writer-choice.tsx')).createWriterStatus(stores));
  const YourResults = lazyPart(async () => (await import('./page-memory.tsx')).createYourResults(stores));
  // This is a store, so that nothing else is drawn again when a dialog opens or closes.
  const dialog = createStore<CountedDialog>({
    open:
      broughtLink === null && linkDraft.read() === null
        ? null
        : { editing: null, prefill: broughtLink ?? undefined },
    count: 0,
  });
  const show = (open: OpenDialog) => dialog.set({ open, count: dialog.get().count + 1 });
  const openOwnKey = () => show('own-key');

  return function App() {
    return (
      <div className="page">
        <PageHeader stores={stores} />
        <main className="workbench">
          <Loading label={t('Loading your links')}>
            <LinkManager
              controller={linksController}
              generation={stores.generations.state}
              onOpenForm={(link) => show({ editing: link ?? null })}
              onFormLikely={preloadOf('LinkForm')}
              tools={
                <TransferButton
                  onOpen={(file) => show({ importing: file })}
                  onLikely={preloadOf('ImportDialog')}
                />
              }
            />
          </Loading>
          <Workbench onOpenOwnKey={openOwnKey}>
            <Loading>
              <WriterStatus onOpenOwnKey={openOwnKey} />
            </Loading>
          </Workbench>
        </main>
        <Loading>
          <PageFooter stores={stores} onOpen={show}>
            <Loading>
              <YourResults />
            </Loading>
          </PageFooter>
        </Loading>
        <DialogArea stores={stores} dialog={dialog} onOpen={show} />
        <Announcer />
      </div>
    );
  };
}

type DialogAreaProps = {
  readonly stores: PageStores;
  readonly dialog: ReadonlyStore<CountedDialog>;
  readonly onOpen: (dialog: OpenDialog) => void;
};

/** Each dialog is drawn anew. So one that could not be loaded does not prevent the next one. */
function DialogArea({ dialog, ...props }: DialogAreaProps) {
  const { open, count } = useStore(dialog);
  return (
    <Loading key={count}>
      <Dialogs {...props} open={open} />
    </Loading>
  );
}

type HeaderProps = { readonly stores: PageStores };

function PageHeader({ stores }: HeaderProps) {
  return (
    <header className="page-header">
      <div className="brand-line">
        <p className="brand">
          <WeaveMark />
          <span className="brand-name">{stores.settings.brandName}</span>
          <span className="badge">{t('Demo')}</span>
        </p>
        <HowItWorks stores={stores} />
      </div>
      <div className="headline">
        <h1>{t('Free Link Integrator')}</h1>
        <p className="tagline">{t('Make Your Affiliate Links Feel Like Part of the Story')}</p>
      </div>
    </header>
  );
}

function HowItWorks({ stores }: HeaderProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const titleId = `${id}-title`;
  return (
    <>
      <Button look="plain" popoverTarget={id} onLikely={HowItWorksText.preload}>
        {t('How does it work?')}
      </Button>
      <div
        className="popover"
        popover="auto"
        id={id}
        role="dialog"
        aria-labelledby={titleId}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <h2 id={titleId}>{t('How does it work?')}</h2>
        {isOpen ? (
          <Loading label={t('Loading')}>
            <HowItWorksText stores={stores} />
          </Loading>
        ) : null}
      </div>
    </>
  );
}

/** The logo: a thread that passes over, under and over three others. */
function WeaveMark() {
  return (
    <svg className="weave-mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <g fill="none" strokeWidth="3" strokeLinecap="round">
        <path className="weave-warp" d="M8 4v8M8 20v8M16 4v24M24 4v8M24 20v8" />
        <path className="weave-thread" d="M3 16h9M20 16h9" />
      </g>
    </svg>
  );
}
