import { use, type ReactNode } from 'react';

import type { Link, LinkFields } from '#core/links/link.ts';
import { broadcastRefresh } from '#web/lib/events.ts';
import { isKeepingResults } from '#web/lib/kept-work.ts';
import { t } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

import type { PageStores } from './page-memory.tsx';
import { useBuiltInWriter } from './writer-in-use.ts';

// Each dialog is loaded when it is drawn, or when a pointer or the focus comes near its button.
export const OwnKeyDialog = lazyPart(async () => {
  const { OwnKeyDialog: Content } = await import('#web/features/own-key/own-key-dialog.tsx');
  return function OwnKeyWithModels({ stores, onClose }: Pick<DialogsProps, 'stores'> & { onClose(): void }) {
    const { settings, ownKey, loadLocalModels } = stores;
    return (
      <Content ownKey={ownKey} settings={settings} localModels={use(loadLocalModels())} onClose={onClose} />
    );
  };
});
const TermsDialog = lazyPart(async () => (await import('#web/features/terms/terms-dialog.tsx')).TermsDialog);
export const ImportDialog = lazyPart(
  async () => (await import('#web/features/import/import-dialog.tsx')).ImportDialog,
);
const YourDataDialog = lazyPart(
  async () => (await import('#web/features/workspace/your-data-dialog.tsx')).YourDataDialog,
);
/** The form of a link. It also tells which kept results use a saved link. */
export const LinkForm = lazyPart(async () => {
  const [{ LinkForm: Form }, { LinkUse }] = await Promise.all([
    import('#web/features/links/link-form.tsx'),
    import('#web/features/works/link-use.tsx'),
  ]);
  return function FormWithUse({ stores, editing, ...props }: LinkFormProps) {
    const { linksController: controller, loadMemory } = stores;
    const linkUse = (isDirty: boolean) =>
      editing === null || !isKeepingResults(controller.storage) ? null : (
        <LinkUse
          link={editing}
          readKept={async () => (await loadMemory()).readKept()}
          isDirty={isDirty}
          onShow={(link) => {
            props.onClose();
            void loadMemory().then(({ kept }) => kept.open(link));
          }}
        />
      );
    return <Form {...props} controller={controller} link={editing} use={linkUse} />;
  };
});

/** The open dialog. The form edits a link, or a new one; an import can start with a file or a text. */
export type OpenDialog =
  | 'terms'
  | 'data'
  | 'own-key'
  | { readonly editing: Link | null; readonly prefill?: LinkFields | undefined }
  | { readonly importing: File | string | null }
  | null;

type DialogsProps = {
  readonly stores: PageStores;
  readonly open: OpenDialog;
  readonly onOpen: (dialog: OpenDialog) => void;
};

export function Dialogs({ stores, open, onOpen }: DialogsProps) {
  const { settings, linksController } = stores;
  const unsaved = useStore(linksController.unsent).count;
  const links = useStore(linksController.links).length;
  const onClose = () => onOpen(null);
  if (open === null) return null;
  if (open === 'terms') return <TermsDialog settings={settings} onClose={onClose} />;
  if (open === 'own-key') return <OwnKeyDialog stores={stores} onClose={onClose} />;
  if (open === 'data')
    return (
      <YourDataDialog
        unsaved={unsaved}
        links={links}
        saved={linksController.saved}
        inTurn={(kind, change) =>
          linksController.changeWorkspace(kind, () => {
            // The running generation belongs to the workspace that the visitor leaves. Later, nothing could end it.
            stores.generations.stop();
            return change();
          })
        }
        storage={linksController.storage}
        hasWork={async () => (await stores.loadMemory()).hasWork()}
        onClose={onClose}
      />
    );
  if ('importing' in open)
    return (
      <ImportDialog
        source={open.importing}
        selection={linksController.selection}
        lookUp={linksController.findSaved}
        inTurn={linksController.inTurn}
        onClose={onClose}
      />
    );
  return (
    <LinkForm
      {...open}
      stores={stores}
      onClose={() => {
        onClose();
        broadcastRefresh();
      }}
      onManyPasted={(text) => onOpen({ importing: text })}
    />
  );
}

type LinkFormProps = Pick<DialogsProps, 'stores'> & {
  readonly editing: Link | null;
  readonly prefill?: LinkFields | undefined;
  readonly onClose: () => void;
  readonly onManyPasted: (text: string) => void;
};

const thisYear = new Date().getFullYear();

type PageFooterProps = Pick<DialogsProps, 'stores'> & {
  readonly onOpen: (dialog: 'terms' | 'data') => void;
  /** Another button. */
  readonly children: ReactNode;
};

/** The end of the page: who runs the site, and which data it keeps. */
export function PageFooter({ stores, onOpen, children }: PageFooterProps) {
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
      <Button look="plain" onClick={() => onOpen('terms')} onLikely={TermsDialog.preload}>
        {t('Terms and Conditions')}
      </Button>
      <Button look="plain" onClick={() => onOpen('data')} onLikely={YourDataDialog.preload}>
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
