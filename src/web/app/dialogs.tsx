import type { ReactNode } from 'react';

import type { Link, LinkFields } from '#core/links/link.ts';
import { LinkForm } from '#web/features/links/link-form.tsx';
import { LinkUse } from '#web/features/works/link-use.tsx';
import { broadcastRefresh } from '#web/lib/events.ts';
import { isKeepingResults } from '#web/lib/kept-work.ts';
import { useStore } from '#web/lib/store.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

import type { FilterLink } from '#web/works/kept-results.ts';

import type { PageStores } from './page-stores.ts';
import type { Writing } from './writing.tsx';

const TermsDialog = lazyPart(async () => (await import('#web/features/terms/terms-dialog.tsx')).TermsDialog);
const ImportDialog = lazyPart(
  async () => (await import('#web/features/import/import-dialog.tsx')).ImportDialog,
);
const KeysDialog = lazyPart(async () => (await import('#web/features/keyboard/keys-dialog.tsx')).KeysDialog);
const YourDataDialog = lazyPart(
  async () => (await import('#web/features/workspace/your-data-dialog.tsx')).YourDataDialog,
);

const ResultsList = lazyPart(async () => (await import('#web/features/works/results-list.tsx')).ResultsList);

/**
 * A dialog. The form edits a link, or a new one; an import can start with a file or a text. The results are a part of
 * the user's data: all of them, or those with a link.
 */
export type PageDialog =
  | 'terms'
  | 'data'
  | { readonly results: FilterLink | null }
  | 'own-key'
  | 'keys'
  | { readonly editing: Link | null; readonly prefill?: LinkFields | undefined }
  | { readonly importing: File | string | null; readonly onImported?: (() => void) | undefined };

type DialogsProps = {
  readonly stores: PageStores;
  readonly OwnKeyDialog: Writing['OwnKeyDialog'];
  readonly ShopTemplates: Writing['ShopTemplates'];
  readonly open: PageDialog;
  readonly onOpen: (dialog: PageDialog | null) => void;
};

export function Dialogs({ stores, OwnKeyDialog, ShopTemplates, open, onOpen }: DialogsProps) {
  const { settings, linksController } = stores;
  const onClose = () => onOpen(null);
  if (open === 'terms') return <TermsDialog settings={settings} onClose={onClose} />;
  if (open === 'keys') return <KeysDialog storage={stores.storage} onClose={onClose} />;
  if (open === 'own-key') return <OwnKeyDialog onClose={onClose} />;
  if (open === 'data' || 'results' in open)
    return (
      <Data stores={stores} resultsOf={open === 'data' ? undefined : open.results} onClose={onClose}>
        <ShopTemplates />
      </Data>
    );
  if ('importing' in open)
    return (
      <ImportDialog
        source={open.importing}
        selection={linksController.selection}
        lookUp={linksController.findSaved}
        inTurn={linksController.inTurn}
        onImported={open.onImported}
        onClose={onClose}
      />
    );
  return (
    <Form
      {...open}
      stores={stores}
      onClose={() => {
        onClose();
        broadcastRefresh();
      }}
      onManyPasted={(text) => onOpen({ importing: text })}
      onShowResults={(link) => onOpen({ results: link })}
    />
  );
}

type DataProps = { readonly stores: PageStores; readonly onClose: () => void };

type YourDataProps = DataProps & {
  /** The dialog begins with the results: all, or those with a link. */
  readonly resultsOf: FilterLink | null | undefined;
  readonly children: ReactNode;
};

function Data({
  stores: { generations, linksController, memory },
  resultsOf,
  onClose,
  children,
}: YourDataProps) {
  const unsaved = useStore(linksController.unsent).count;
  const links = useStore(linksController.links).length;
  return (
    <YourDataDialog
      unsaved={unsaved}
      links={links}
      saved={linksController.saved}
      inTurn={(kind, change) =>
        linksController.changeWorkspace(kind, () => {
          // The running generation belongs to the workspace that the visitor leaves. Later, nothing could end it.
          generations.stop();
          return change();
        })
      }
      storage={linksController.storage}
      hasWork={memory.hasWork}
      startsWithResults={resultsOf !== undefined}
      results={
        <ResultsList
          kept={memory.kept}
          link={resultsOf ?? null}
          onRestore={(result) => {
            onClose();
            memory.kept.restore(result);
          }}
        />
      }
      onClose={onClose}
    >
      {children}
    </YourDataDialog>
  );
}

type FormProps = DataProps & {
  readonly editing: Link | null;
  readonly prefill?: LinkFields | undefined;
  readonly onManyPasted: (text: string) => void;
  readonly onShowResults: (link: FilterLink) => void;
};

/** The form of a link. It also tells which kept results use a saved link. */
function Form({ stores: { linksController, memory }, editing, onShowResults, ...props }: FormProps) {
  const linkUse = (isDirty: boolean) =>
    editing === null || !isKeepingResults(linksController.storage) ? null : (
      <LinkUse link={editing} readKept={memory.readKept} isDirty={isDirty} onShow={onShowResults} />
    );
  return <LinkForm {...props} controller={linksController} link={editing} use={linkUse} />;
}
