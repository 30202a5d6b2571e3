import { useId, useState } from 'react';

import type { LinkFields } from '#core/links/link.ts';
import type { PageKeysHost } from '#web/features/keyboard/page-keys.ts';
import { TransferButton } from '#web/features/import/transfer-button.tsx';
import { LinkManager } from '#web/features/links/link-manager.tsx';
import { catalogue, t } from '#web/lib/language.ts';
import { linkDraft } from '#web/lib/storage.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { Announcer } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart, Loading, PartFailure } from '#web/ui/lazy-part.tsx';

import type { PageDialog } from './dialogs.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { useBuiltInWriter, type PageStores } from './page-stores.ts';
import { SkipLinks } from './skip-links.tsx';
import { lazyWritingParts, Workbench } from './workbench.tsx';
import type { Writing } from './writing.tsx';

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
  const { dialog, show } = createDialogStore(broughtLink);
  const openOwnKey = () => show('own-key');
  const openImport = (source: File | string | null, onImported?: () => void) =>
    show({ importing: source, onImported });
  void connectKeys({ storage: stores.storage, openList: () => show('keys') });

  function DialogArea() {
    const { open, count } = useStore(dialog);
    // Each dialog is drawn anew, so that one that could not be loaded does not prevent the next one.
    return (
      <Loading key={count}>
        {open === null ? null : (
          <Dialogs
            {...{ stores, open }}
            OwnKeyDialog={parts.OwnKeyDialog}
            ShopTemplates={parts.ShopTemplates}
            onOpen={show}
          />
        )}
      </Loading>
    );
  }

  return function App() {
    // Everything is drawn again in another language.
    useStore(catalogue);
    return (
      <div className="page">
        <SkipLinks generation={stores.generations.state} />
        <PageHeader stores={stores} />
        <main className="workbench">
          <PartFailure>
            <LinkManager
              controller={linksController}
              generation={stores.generations.state}
              onOpenForm={(link) => show({ editing: link ?? null })}
              tools={<TransferButton onOpen={openImport} />}
            />
          </PartFailure>
          <Workbench stores={stores} parts={parts} onOpenOwnKey={openOwnKey} onImport={openImport} />
        </main>
        <PageFooter stores={stores} onOpen={show} />
        <DialogArea />
        <Announcer />
      </div>
    );
  };
}

/** This is a store, so that nothing else is drawn again when a dialog opens or closes. */
function createDialogStore(broughtLink: LinkFields | null) {
  const dialog = createStore<CountedDialog>({
    open:
      broughtLink === null && linkDraft.read() === null
        ? null
        : { editing: null, prefill: broughtLink ?? undefined },
    count: 0,
  });
  const show = (open: PageDialog | null) => dialog.set({ open, count: dialog.get().count + 1 });
  return { dialog, show };
}

/** The keys of the page are loaded after it. Without them, everything has its button. */
async function connectKeys(host: PageKeysHost): Promise<void> {
  const { connectPageKeys } = await import('#web/features/keyboard/page-keys.ts');
  connectPageKeys(host);
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

const HowItWorksText = lazyPart(async () => (await import('./how-it-works.tsx')).HowItWorksText);

function HowItWorks({ stores }: HeaderProps) {
  const [isOpened, setOpened] = useState(false);
  const id = useId();
  const titleId = `${id}-title`;
  return (
    <>
      <Button look="plain" popoverTarget={id}>
        {t('How does it work?')}
      </Button>
      <div
        className="popover"
        popover="auto"
        id={id}
        role="dialog"
        aria-labelledby={titleId}
        onToggle={() => setOpened(true)}
      >
        <h2 id={titleId}>{t('How does it work?')}</h2>
        {isOpened ? (
          <Loading>
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

const thisYear = new Date().getFullYear();

type PageFooterProps = HeaderProps & {
  readonly onOpen: (dialog: PageDialog) => void;
};

/** The end of the page: who runs the site, and which data it keeps. */
function PageFooter({ stores, onOpen }: PageFooterProps) {
  const { settings, memory } = stores;
  const isLost = useStore(memory.kept).failure !== null;
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
      <Button look="plain" onClick={() => onOpen(isLost ? { results: null } : 'data')}>
        {t(isLost ? 'Your data (a result was not kept)' : 'Your data')}
      </Button>
      <LanguageChoice />
      {isBuiltIn ? (
        <p className="writer-note">{t('No AI model connected: using the basic built-in writer.')}</p>
      ) : null}
    </footer>
  );
}
