import { useId, type ReactNode } from 'react';

import type { LinkFields } from '#core/links/link.ts';
import { TransferButton } from '#web/features/import/transfer-button.tsx';
import { LinkManager } from '#web/features/links/link-manager.tsx';
import { YourResults } from '#web/features/works/your-results.tsx';
import { t } from '#web/lib/language.ts';
import { linkDraft } from '#web/lib/storage.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { Announcer } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart, Loading, PartFailure } from '#web/ui/lazy-part.tsx';

import type { PageDialog } from './dialogs.tsx';
import { useBuiltInWriter, type PageStores } from './page-stores.ts';
import { lazyWritingParts, Workbench } from './workbench.tsx';
import type { Writing } from './writing.tsx';
import { HowItWorksText } from './writer-texts.tsx';

/** The open dialog, and how many were opened and closed before. */
type CountedDialog = { readonly open: PageDialog | null; readonly count: number };

/**
 * Returns the whole page. Features meet only in this folder.
 * @param broughtLink The link in the address of the page; null if there is none.
 */
export function createApp(
  stores: PageStores,
  loadWriting: () => Promise<Writing>,
  broughtLink: LinkFields | null,
) {
  const { linksController } = stores;
  const parts = lazyWritingParts(loadWriting);
  const Dialogs = lazyPart(async () => (await import('./dialogs.tsx')).Dialogs);
  // This is a store, so that nothing else is drawn again when a dialog opens or closes.
  const dialog = createStore<CountedDialog>({
    open:
      broughtLink === null && linkDraft.read() === null
        ? null
        : { editing: null, prefill: broughtLink ?? undefined },
    count: 0,
  });
  const show = (open: PageDialog | null) => dialog.set({ open, count: dialog.get().count + 1 });
  const openOwnKey = () => show('own-key');

  function DialogArea() {
    const { open, count } = useStore(dialog);
    // Each dialog is drawn anew, so that one that could not be loaded does not prevent the next one.
    return (
      <Loading key={count}>
        {open === null ? null : (
          <Dialogs {...{ stores, open }} OwnKeyDialog={parts.OwnKeyDialog} onOpen={show} />
        )}
      </Loading>
    );
  }

  return function App() {
    return (
      <div className="page">
        <PageHeader stores={stores} />
        <main className="workbench">
          <PartFailure>
            <LinkManager
              controller={linksController}
              generation={stores.generations.state}
              onOpenForm={(link) => show({ editing: link ?? null })}
              tools={<TransferButton onOpen={(file) => show({ importing: file })} />}
            />
          </PartFailure>
          <Workbench stores={stores} parts={parts} onOpenOwnKey={openOwnKey} />
        </main>
        <PageFooter stores={stores} onOpen={show}>
          <YourResults kept={stores.memory.kept} />
        </PageFooter>
        <DialogArea />
        <Announcer />
      </div>
    );
  };
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
  const id = useId();
  const titleId = `${id}-title`;
  return (
    <>
      <Button look="plain" popoverTarget={id}>
        {t('How does it work?')}
      </Button>
      <div className="popover" popover="auto" id={id} role="dialog" aria-labelledby={titleId}>
        <h2 id={titleId}>{t('How does it work?')}</h2>
        <HowItWorksText stores={stores} />
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

const thisYear = new Date().getFullYear();

type PageFooterProps = HeaderProps & {
  readonly onOpen: (dialog: 'terms' | 'data') => void;
  /** Another button. */
  readonly children: ReactNode;
};

/** The end of the page: who runs the site, and which data it keeps. */
function PageFooter({ stores, onOpen, children }: PageFooterProps) {
  const { settings } = stores;
  const isBuiltIn = useBuiltInWriter(stores);
  return (
    <footer className="page-footer">
      <p>
        © {thisYear} {settings.companyName}
      </p>
      <p>
        {t('Want more?')}{' '}
        <a
          className="button button-plain"
          href={settings.productSiteUrl}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('Sign up for the full beta')}
        </a>
      </p>
      <Button look="plain" onClick={() => onOpen('terms')}>
        {t('Terms and Conditions')}
      </Button>
      <Button look="plain" onClick={() => onOpen('data')}>
        {t('Your data')}
      </Button>
      {children}
      {isBuiltIn ? (
        <p className="writer-note">
          {t('The built-in writer of this site writes the text, without an AI model.')}
        </p>
      ) : null}
    </footer>
  );
}
