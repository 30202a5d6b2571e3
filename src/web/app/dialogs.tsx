import type { Link, LinkFields } from '#core/links/link.ts';
import { LinkForm } from '#web/features/links/link-form.tsx';
import { LinkUse } from '#web/features/works/link-use.tsx';
import { broadcastRefresh } from '#web/lib/events.ts';
import { isKeepingResults } from '#web/lib/kept-work.ts';
import { useStore } from '#web/lib/store.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

import type { PageStores } from './page-stores.ts';
import type { Writing } from './writing.tsx';

const TermsDialog = lazyPart(async () => (await import('#web/features/terms/terms-dialog.tsx')).TermsDialog);
const ImportDialog = lazyPart(
  async () => (await import('#web/features/import/import-dialog.tsx')).ImportDialog,
);
const YourDataDialog = lazyPart(
  async () => (await import('#web/features/workspace/your-data-dialog.tsx')).YourDataDialog,
);

/** A dialog. The form edits a link, or a new one; an import can start with a file or a text. */
export type PageDialog =
  | 'terms'
  | 'data'
  | 'own-key'
  | { readonly editing: Link | null; readonly prefill?: LinkFields | undefined }
  | { readonly importing: File | string | null };

type DialogsProps = {
  readonly stores: PageStores;
  readonly OwnKeyDialog: Writing['OwnKeyDialog'];
  readonly open: PageDialog;
  readonly onOpen: (dialog: PageDialog | null) => void;
};

export function Dialogs({ stores, OwnKeyDialog, open, onOpen }: DialogsProps) {
  const { settings, linksController } = stores;
  const onClose = () => onOpen(null);
  if (open === 'terms') return <TermsDialog settings={settings} onClose={onClose} />;
  if (open === 'own-key') return <OwnKeyDialog onClose={onClose} />;
  if (open === 'data') return <Data stores={stores} onClose={onClose} />;
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
    <Form
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

type DataProps = { readonly stores: PageStores; readonly onClose: () => void };

function Data({ stores: { generations, linksController, memory }, onClose }: DataProps) {
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
      onClose={onClose}
    />
  );
}

type FormProps = DataProps & {
  readonly editing: Link | null;
  readonly prefill?: LinkFields | undefined;
  readonly onManyPasted: (text: string) => void;
};

/** The form of a link. It also tells which kept results use a saved link. */
function Form({ stores: { linksController, memory }, editing, ...props }: FormProps) {
  const linkUse = (isDirty: boolean) =>
    editing === null || !isKeepingResults(linksController.storage) ? null : (
      <LinkUse
        link={editing}
        readKept={memory.readKept}
        isDirty={isDirty}
        onShow={(link) => {
          props.onClose();
          memory.kept.open(link);
        }}
      />
    );
  return <LinkForm {...props} controller={linksController} link={editing} use={linkUse} />;
}
