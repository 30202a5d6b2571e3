import type { PageStores } from './choose-writer.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// Parts that the first view does not need. Each is loaded when it is drawn, or when a pointer or the focus comes near.

export const HowItWorksText = lazyPart(async () => (await import('./how-it-works-text.tsx')).HowItWorksText);
export const ContentMeter = lazyPart(async () => (await import('./content-meter.tsx')).ContentMeter);
export const LinkManager = lazyPart(
  async () => (await import('#web/features/links/link-manager.tsx')).LinkManager,
);
export const LinkForm = lazyPart(async () => (await import('#web/features/links/link-form.tsx')).LinkForm);
export const SuggestPanel = lazyPart(
  async () => (await import('#web/features/suggestions/suggest-panel.tsx')).SuggestPanel,
);
export const OwnKeyDialog = lazyPart(
  async () => (await import('#web/features/own-key/own-key-dialog.tsx')).OwnKeyDialog,
);
export const TermsDialog = lazyPart(
  async () => (await import('#web/features/terms/terms-dialog.tsx')).TermsDialog,
);
export const ImportDialog = lazyPart(
  async () => (await import('#web/features/import/import-dialog.tsx')).ImportDialog,
);
const ExportBar = lazyPart(async () => (await import('#web/features/export/export-bar.tsx')).ExportBar);
export const PasteNotice = lazyPart(
  async () => (await import('#web/features/content/paste-notice.tsx')).PasteNotice,
);
export const YourDataDialog = lazyPart(
  async () => (await import('#web/features/workspace/your-data-dialog.tsx')).YourDataDialog,
);

export type StoreParts = ReturnType<typeof createStoreParts>;

/** Returns the parts that use the stores of the page. */
export function createStoreParts(stores: PageStores) {
  return {
    WriterStatus: lazyPart(async () => {
      const [{ createWriterStatus }, { allowance }] = await Promise.all([
        import('./writer-status.tsx'),
        stores.loadWriterChoice(),
      ]);
      return createWriterStatus(stores, allowance);
    }),
    versionParts: {
      Editor: lazyPart(async () => {
        const [{ createEditableVersion }, writerChoice] = await Promise.all([
          import('./editable-version.tsx'),
          stores.loadWriterChoice(),
        ]);
        return createEditableVersion(stores.settings, writerChoice);
      }),
      Export: ExportBar,
    },
  };
}

export const loadWriterChoice = async (stores: Omit<PageStores, 'loadWriterChoice'>) =>
  (await import('./choose-writer.ts')).createWriterChoice(stores);
export const loadStorageMessage = async () => (await import('#web/lib/storage-messages.ts')).storageMessage;

/** Keeps the secret of the workspace in the browser, beside the cookie. */
export const loadWorkspaceKeeping = async () =>
  (await import('#web/links-client/workspace/workspace-recovery.ts')).openWorkspaceRecovery();
