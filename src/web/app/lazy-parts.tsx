import type { Settings } from '#contract/settings.ts';

import type { LinkDesk } from '#web/links-client/list/link-desk.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// What is not needed for the first look is fetched when it is, or when a pointer or the focus comes near.

export const HowItWorksText = lazyPart(async () => (await import('./how-it-works-text.tsx')).HowItWorksText);
export const ContentMeter = lazyPart(async () => (await import('./content-meter.tsx')).ContentMeter);
export const LinkManager = lazyPart(
  async () => (await import('#web/features/links/list/link-manager.tsx')).LinkManager,
);
export const LinkForm = lazyPart(
  async () => (await import('#web/features/links/form/link-form.tsx')).LinkForm,
);
export const SuggestPanel = lazyPart(
  async () => (await import('#web/features/suggestions/suggest-panel.tsx')).SuggestPanel,
);
export const DeskFoot = lazyPart(async () => (await import('./writer-status.tsx')).DeskFoot);
export const OwnKeyDialog = lazyPart(
  async () => (await import('#web/features/own-key/own-key-dialog.tsx')).OwnKeyDialog,
);
export const TermsDialog = lazyPart(
  async () => (await import('#web/features/terms/terms-dialog.tsx')).TermsDialog,
);
export const ImportDialog = lazyPart(
  async () => (await import('#web/features/import/import-dialog.tsx')).ImportDialog,
);
export const ExportBar = lazyPart(
  async () => (await import('#web/features/export/export-bar.tsx')).ExportBar,
);
export const PasteNotice = lazyPart(
  async () => (await import('#web/features/content/paste-notice.tsx')).PasteNotice,
);
export const YourDataDialog = lazyPart(
  async () => (await import('#web/features/workspace/your-data-dialog.tsx')).YourDataDialog,
);

/** What makes a version one that can be worked on. */
export const workPart = (linkDesk: LinkDesk, settings: Settings) =>
  lazyPart(async () => (await import('./editable-version.tsx')).createWork(linkDesk, settings));

export const loadStorageWords = async () => (await import('#web/lib/storage-messages.ts')).storageWords;

/** Keeps the secret of the workspace beside the cookie. */
export const loadWorkspaceKeeping = async () =>
  (await import('#web/links-client/workspace/workspace-secret.ts')).openWorkspaceKeeping();

export const loadWayToWrite = () => import('./choose-writer.ts');

/** A failed preload is no failure yet: the part is fetched again when it is needed. */
export function preloadWayToWrite(): void {
  loadWayToWrite().catch(() => {});
}
