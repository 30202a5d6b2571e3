import type { Settings } from '#contract/settings.ts';

import type { LinkDesk } from './features/links/link-desk.ts';
import { lazyPart } from './ui/lazy-part.tsx';

// What is not needed for the first look is fetched when it is, or when a pointer or the focus comes near.
const loadHowItWorks = () => import('./how-it-works-text.tsx');
const loadContentMeter = () => import('./content-meter.tsx');
const loadLinkManager = () => import('./features/links/link-manager.tsx');
const loadLinkForm = () => import('./features/links/link-form.tsx');
const loadSuggestPanel = () => import('./features/suggest/suggest-panel.tsx');
const loadDeskFoot = () => import('./desk-foot.tsx');
const loadOwnKeyDialog = () => import('./features/own-key/own-key-dialog.tsx');
const loadTerms = () => import('./features/terms/terms-dialog.tsx');
const loadImport = () => import('./features/transfer/import-dialog.tsx');
const loadExportBar = () => import('./features/export/export-bar.tsx');
const loadWeaving = () => import('./weaving.tsx');
const loadPasteNotice = () => import('./features/content/paste-notice.tsx');
const loadYourData = () => import('./features/workspace/your-data-dialog.tsx');

export const HowItWorksText = lazyPart(async () => (await loadHowItWorks()).HowItWorksText);
export const ContentMeter = lazyPart(async () => (await loadContentMeter()).ContentMeter);
export const LinkManager = lazyPart(async () => (await loadLinkManager()).LinkManager);
export const LinkForm = lazyPart(async () => (await loadLinkForm()).LinkForm);
export const SuggestPanel = lazyPart(async () => (await loadSuggestPanel()).SuggestPanel);
export const DeskFoot = lazyPart(async () => (await loadDeskFoot()).DeskFoot);
export const OwnKeyDialog = lazyPart(async () => (await loadOwnKeyDialog()).OwnKeyDialog);
export const TermsDialog = lazyPart(async () => (await loadTerms()).TermsDialog);
export const ImportDialog = lazyPart(async () => (await loadImport()).ImportDialog);
export const ExportBar = lazyPart(async () => (await loadExportBar()).ExportBar);
export const PasteNotice = lazyPart(async () => (await loadPasteNotice()).PasteNotice);
export const YourDataDialog = lazyPart(async () => (await loadYourData()).YourDataDialog);

/** What makes a version one that can be worked on. */
export const workPart = (linkDesk: LinkDesk, settings: Settings) =>
  lazyPart(async () => (await loadWeaving()).createWork(linkDesk, settings));

export const loadWayToWrite = () => import('./way-to-write.ts');

export const preloadWayToWrite = () => preload(loadWayToWrite);
export const preloadExport = () => preload(loadExportBar);
export const preloadWeaving = () => preload(loadWeaving);
export const preloadHowItWorks = () => preload(loadHowItWorks);
export const preloadLinkForm = () => preload(loadLinkForm);
export const preloadSuggestPanel = () => preload(loadSuggestPanel);
export const preloadOwnKey = () => preload(loadOwnKeyDialog);
export const preloadTerms = () => preload(loadTerms);
export const preloadImport = () => preload(loadImport);
export const preloadYourData = () => preload(loadYourData);

/** A failed preload is no failure yet: the part is fetched again when it is needed. */
function preload(load: () => Promise<unknown>): void {
  load().catch(() => {});
}
